import Synchronization

/// Chooses one write among the calls of tables.
final class Loss: Sendable {
    private let left: Mutex<Int>

    /// Chooses the write with that number, from 1.
    init(_ number: Int) { left = Mutex(number) }

    /// Whether a call is the chosen write.
    func befalls(_ operation: String) -> Bool {
        guard !["GetItem", "Query", "SendEmail"].contains(operation) else { return false }
        return left.withLock { left in
            left -= 1
            return left == 0
        }
    }
}
