import LambdaRuntime
import Synchronization

/// Keeps the lines of a log.
final class LogSink: Sendable {
    private let written = Mutex<[[UInt8]]>([])

    /// What each write carried, its line end included.
    var writes: [String] { written.withLock { $0.map { String(decoding: $0, as: UTF8.self) } } }

    /// A log that writes here.
    func log(_ variables: [String: String] = [:]) -> Log {
        Log(environment: Environment(variables)) { line in self.written.withLock { $0.append(line) } }
    }
}
