package import LambdaRuntime
import Synchronization

/// Keeps the log lines of every level.
package final class LogRecorder: Sendable {
    private let recorded = Mutex<[String]>([])

    /// The lines so far.
    package var lines: [String] { recorded.withLock { $0 } }

    /// A recorder without lines.
    package init() {}

    /// A log that writes here.
    package var log: Log {
        Log(environment: Environment(["AWS_LAMBDA_LOG_LEVEL": "TRACE"])) { [self] line in
            recorded.withLock { $0.append(String(decoding: line.dropLast(), as: UTF8.self)) }
        }
    }
}
