internal import Synchronization

/// The last 500 events of the sandbox, and the requests that wait for more.
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

    /// The number of the latest event; 0 if there is none.
    package var last: Int { state.withLock { $0.last } }

    /// Adds an event and gives it the next number.
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

    /// The events with higher numbers, and the latest number. A number above the latest is treated as 0, because it
    /// comes from a sandbox that ran before.
    package func events(after number: Int) -> (events: [TimelineEvent], last: Int) {
        state.withLock { state in
            let number = number > state.last ? 0 : number
            return (state.events.filter { $0.number > number }, state.last)
        }
    }

    /// Waits for events with higher numbers, up to a limit, and returns them. Does not wait if the number is above the
    /// latest.
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

    /// The sample of the event with that number and the name of its function; nil if there is none.
    package func sample(_ number: Int) -> (name: String, event: [UInt8])? {
        guard let sample = state.withLock({ $0.events.first { $0.number == number }?.sample }) else { return nil }
        return (sample.name, sample.event)
    }

    /// Removes all events, and returns the number of the last one. The numbering continues.
    @discardableResult
    package func clear() -> Int {
        state.withLock { state in
            state.events = []
            return state.last
        }
    }

    /// Ends all waiting, now and later.
    package func close() {
        let waiters = state.withLock { state in
            state.isClosed = true
            defer { state.waiters = [:] }
            return state.waiters
        }
        for waiter in waiters.values { waiter.finish() }
    }

    /// A stream that ends with the next event; nil if there is already a newer event or the timeline is closed.
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
