package import EmailCodes
package import ExpiringState
private import Synchronization

/// A storage of codes in the memory of one process.
package final class MemoryCodeStorage: CodeStorage, Sendable {
    /// What is counted of a requester.
    private struct Requester {
        var requests: Set<String> = []
        var answers: Set<String> = []
        /// The guesses since the last request.
        var guesses: Set<String> = []
        var ticket: CodeTicket?
    }

    private struct State {
        var items: [StateKey: [String: StoredPart]] = [:]
        var sets: [StateKey: Set<String>] = [:]
        var requesters: [StateKey: Requester] = [:]
    }

    private let state = Mutex(State())

    /// An empty storage.
    package init() {}

    package func change<Counts: StoredCounts, Result>(
        _ key: StateKey, _ basis: StoredBasis<Counts>, at now: Int64, until end: Int64,
        _ change: (inout Counts) -> Result
    ) throws(CodeStorageError) -> (result: Result, item: Counts) {
        // The change is made without the lock. If another one came in between, it is tried again.
        let old = state.withLock { $0.items[key] ?? [:] }
        guard var item = Counts(parts: old) else { throw .unreadable }
        let result = change(&item)
        let parts = item.parts
        let isMade = state.withLock { state in
            guard state.items[key] ?? [:] == old else { return false }
            state.items[key] = parts
            return true
        }
        guard isMade else { return try self.change(key, basis, at: now, until: end, change) }
        return (result, item)
    }

    private func add(_ member: String, to members: inout Set<String>, atMost limit: Int64) -> Bool {
        guard members.contains(member) || members.count < limit else { return false }
        members.insert(member)
        return true
    }

    package func add(_ member: String, to key: StateKey, atMost limit: Int64, until end: Int64) -> Bool {
        state.withLock { add(member, to: &$0.sets[key, default: []], atMost: limit) }
    }

    package func remove(_ member: String, from key: StateKey) {
        _ = state.withLock { $0.sets[key]?.remove(member) }
    }

    package func countRequest(
        _ request: String, for ticket: CodeTicket, of key: StateKey, atMost limit: Int64, until end: Int64
    ) -> Bool {
        state.withLock { state in
            let isNew = !(state.requesters[key]?.requests.contains(request) ?? false)
            guard add(request, to: &state.requesters[key, default: Requester()].requests, atMost: limit) else {
                return false
            }
            if isNew {
                state.requesters[key]?.ticket = ticket
                state.requesters[key]?.guesses = []
            }
            return true
        }
    }

    package func countAnswer(
        _ answer: String, _ guess: String?, of key: StateKey, requester: String,
        atMost limits: (answers: Int64, guesses: Int64), until end: Int64
    ) -> (isAllowed: Bool, ticket: CodeTicket?) {
        state.withLock { state in
            let former = state.requesters[key] ?? Requester()
            var counted = former
            let isAllowed =
                add(answer, to: &counted.answers, atMost: limits.answers)
                && (guess.map { add($0, to: &counted.guesses, atMost: limits.guesses) } ?? true)
            state.requesters[key] = isAllowed ? counted : former
            return (isAllowed, former.ticket)
        }
    }
}
