internal import Synchronization

/// What has happened in the sandbox, the last 500 events of it, and who waits for more.
package final class Timeline: Sendable {
    /// How many events are kept.
    package static let capacity = 500

    private struct State {
        var events: [TimelineEvent] = []
        var last = 0
        var waiters: [Int: AsyncStream<Void>.Continuation] = [:]
        var lastWaiter = 0
        var isClosed = false
    }

    private let state = Mutex(State())

    /// A timeline without events.
    package init() {}

    /// The number of the latest event; 0 before the first.
    package var last: Int { state.withLock { $0.last } }

    /// Adds an event, which gets the next number.
    package func record(_ event: TimelineEvent) {
        let waiters = state.withLock { state in
            state.last += 1
            var numbered = event
            numbered.number = state.last
            state.events.append(numbered)
            if state.events.count > Self.capacity { state.events.removeFirst() }
            defer { state.waiters = [:] }
            return state.waiters
        }
        for waiter in waiters.values { waiter.finish() }
    }

    /// The events with higher numbers, and the latest number. A number that no event has had yet counts as 0: it is
    /// from a sandbox that ran before.
    package func events(after number: Int) -> (events: [TimelineEvent], last: Int) {
        state.withLock { state in
            let number = number > state.last ? 0 : number
            return (state.events.filter { $0.number > number }, state.last)
        }
    }

    /// The same, after waiting for such an event for a while; at once where the number is from another sandbox.
    package func events(after number: Int, waiting limit: Duration) async -> (events: [TimelineEvent], last: Int) {
        let now = events(after: number)
        guard now.events.isEmpty, number <= now.last, let (id, news) = waiter(after: now.last) else {
            return events(after: number)
        }
        let timer = Task {
            try? await Task.sleep(for: limit)
            state.withLock { $0.waiters.removeValue(forKey: id) }?.finish()
        }
        for await _ in news {}
        timer.cancel()
        return events(after: number)
    }

    /// The sample event of that number, with the name of its function; nil when there is none.
    package func sample(_ number: Int) -> (name: String, event: [UInt8])? {
        guard let sample = state.withLock({ $0.events.first { $0.number == number }?.sample }) else { return nil }
        return (sample.name, sample.event)
    }

    /// Forgets the events; numbers go on. Returns the number of the last one forgotten.
    @discardableResult
    package func clear() -> Int {
        state.withLock { state in
            state.events = []
            return state.last
        }
    }

    /// Lets nobody wait any longer.
    package func close() {
        let waiters = state.withLock { state in
            state.isClosed = true
            defer { state.waiters = [:] }
            return state.waiters
        }
        for waiter in waiters.values { waiter.finish() }
    }

    /// A stream that ends with the next event; nil when there has been one since, or there will be none.
    private func waiter(after last: Int) -> (id: Int, news: AsyncStream<Void>)? {
        let (news, waiter) = AsyncStream<Void>.makeStream()
        let id: Int? = state.withLock { state in
            guard state.last == last, !state.isClosed else { return nil }
            state.lastWaiter += 1
            state.waiters[state.lastWaiter] = waiter
            return state.lastWaiter
        }
        return id.map { ($0, news) }
    }
}
