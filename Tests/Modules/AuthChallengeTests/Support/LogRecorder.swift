import LambdaRuntime
import Synchronization

/// Keeps every log line, of every level.
final class LogRecorder: Sendable {
    private let recorded = Mutex<[String]>([])

    var lines: [String] { recorded.withLock { $0 } }

    /// A log that writes here.
    var log: Log {
        Log(environment: Environment(["AWS_LAMBDA_LOG_LEVEL": "TRACE"])) { [self] line in
            recorded.withLock { $0.append(String(decoding: line.dropLast(), as: UTF8.self)) }
        }
    }
}
