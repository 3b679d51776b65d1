internal import Synchronization

/// What several lanes work through side by side. Items are handed out in their order, and results reported in it.
final class Agenda<Item: Sendable, Outcome: Sendable>: Sendable {
    private let items: [Item]
    private let report: @Sendable (Outcome) -> Void
    private let state = Mutex((handedOut: 0, waiting: [Int: Outcome](), reported: [Outcome]()))

    private init(_ items: [Item], _ report: @escaping @Sendable (Outcome) -> Void) {
        (self.items, self.report) = (items, report)
    }

    /// Has lanes work through items.
    ///
    /// - Parameters:
    ///   - report: gets the results in the order of the items.
    ///   - lane: calls `each`.
    /// - Returns: all results.
    static func run(
        _ items: [Item], lanes: Int, _ report: @escaping @Sendable (Outcome) -> Void,
        _ lane: @escaping @Sendable (Agenda) async throws -> Void
    ) async throws -> [Outcome] {
        let agenda = Agenda(items, report)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<lanes { group.addTask { try await lane(agenda) } }
            try await group.waitForAll()
        }
        return agenda.state.withLock(\.reported)
    }

    /// Works on one item after another until all are handed out.
    func each(_ work: (Item) async throws -> Outcome) async throws {
        while let index = next() { finish(index, try await work(items[index])) }
    }

    private func next() -> Int? {
        state.withLock { state in
            guard state.handedOut < items.count else { return nil }
            defer { state.handedOut += 1 }
            return state.handedOut
        }
    }

    private func finish(_ index: Int, _ outcome: Outcome) {
        state.withLock { state in
            state.waiting[index] = outcome
            while let outcome = state.waiting.removeValue(forKey: state.reported.count) {
                report(outcome)
                state.reported.append(outcome)
            }
        }
    }
}
