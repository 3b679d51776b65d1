internal import Dispatch
internal import Processes
internal import Synchronization

/// Does work that blocks on several threads, each with a number, and waits for all of it.
func onThreads<Value: Sendable>(_ count: Int, _ work: @escaping @Sendable (Int) throws -> Value) throws -> [Value] {
    let (done, results) = (DispatchSemaphore(value: 0), Collected<Result<Value, any Error>>())
    for number in 0..<count {
        Threads.start {
            let result = Result { try work(number) }
            results.values.withLock { $0.append(result) }
            done.signal()
        }
    }
    for _ in 0..<count { done.wait() }
    return try results.values.withLock { $0 }.map { try $0.get() }
}

/// What threads have collected.
private final class Collected<Value: Sendable>: Sendable {
    let values = Mutex<[Value]>([])
}
