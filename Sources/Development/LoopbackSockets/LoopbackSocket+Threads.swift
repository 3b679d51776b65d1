private import Dispatch
private import Processes
private import Synchronization

extension LoopbackSocket {
    /// Accepts connections on a thread of its own as long as a condition holds.
    /// - Parameter accepted: takes a connection on that thread, and returns what serves it on a thread of its own.
    package func serve(
        while isOpen: @escaping @Sendable () -> Bool,
        _ accepted: @escaping @Sendable (LoopbackSocket) -> @Sendable () -> Void
    ) {
        Threads.start { [self] in
            while isOpen() {
                // With a time limit, because a thread that is to stop would otherwise wait for one more connection.
                guard let socket = nextConnection(milliseconds: 50) else { continue }
                Threads.start(accepted(socket))
            }
        }
    }
}

/// What a task comes to, for a thread that has nothing else to do meanwhile.
package func waiting<Value: Sendable>(
    otherwise value: Value, for work: @escaping @Sendable () async -> Value
) -> Value {
    let (passed, isThere) = (Passed(value), DispatchSemaphore(value: 0))
    Task {
        let value = await work()
        passed.value.withLock { $0 = value }
        isThere.signal()
    }
    isThere.wait()
    return passed.value.withLock { $0 }
}

/// Passes a value from a task to a thread.
private final class Passed<Value: Sendable>: Sendable {
    let value: Mutex<Value>

    init(_ value: Value) { self.value = Mutex(value) }
}
