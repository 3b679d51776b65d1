import Synchronization

/// What a sandbox printed.
final class Console: Sendable {
    private let printed = Mutex<[String]>([])
    var lines: [String] { printed.withLock { $0 } }
    @Sendable func line(_ text: String) { printed.withLock { $0.append(text) } }
}
