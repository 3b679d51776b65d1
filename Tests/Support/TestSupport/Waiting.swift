private import Dispatch
private import Foundation

/// Holds a thread back until another lets it go on.
package final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    /// A closed gate.
    package init() {}

    /// Lets one waiting thread go on, or the next one that waits.
    package func open() { semaphore.signal() }

    /// Waits until the gate opens; false if it did not open within two minutes.
    @discardableResult
    package func wait() -> Bool { semaphore.wait(timeout: .now() + 120) == .success }
}

/// Waits until the condition holds, and checks it every two milliseconds; false if it did not hold within the given
/// number of seconds.
@discardableResult
package func waitUntil(seconds: Double = 120, _ condition: () -> Bool) -> Bool {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while !condition() {
        guard ContinuousClock.now < deadline else { return false }
        Thread.sleep(forTimeInterval: 0.002)
    }
    return true
}

/// Makes an attempt that a busy machine can spoil, such as a call whose short time ends before it is sent, and makes it
/// again while it is spoilt, five times in all. What the last attempt gave is returned, spoilt or not.
package func attempt<Value>(until isUndisturbed: (Value) -> Bool, _ body: () throws -> Value) rethrows -> Value {
    var value = try body()
    for _ in 1..<5 where !isUndisturbed(value) { value = try body() }
    return value
}

/// Runs a body that blocks on a thread of its own, so that tests which wait do not hold each other up.
///
/// At most twelve run at a time: if a hundred programs started at once, each would exceed its time limit. Expectations
/// belong outside the body, where Swift Testing knows their test.
package func onThread<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread {
            turns.wait()
            defer { turns.signal() }
            continuation.resume(with: Result(catching: body))
        }
    }
}

private let turns = DispatchSemaphore(value: 12)

/// Does the same with each of several values, so many at a time. What starts a process mostly waits for it.
package func forEach<Value: Sendable>(
    of values: [Value], atOnce count: Int, _ body: @escaping @Sendable (Value) async throws -> Void
) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
        for (number, value) in values.enumerated() {
            if number >= count { try await group.next() }
            group.addTask { try await body(value) }
        }
        try await group.waitForAll()
    }
}
