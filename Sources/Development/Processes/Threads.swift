private import CLibrary

/// Threads of their own for work that blocks, which must not hold up the tasks of this process.
package enum Threads {
    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Starts a thread that does the work. Nobody waits for its end.
    package static func start(_ body: @escaping @Sendable () -> Void) {
        #if canImport(Darwin)
        var thread: pthread_t?
        #else
        var thread = pthread_t()
        #endif
        let work = unsafe Unmanaged.passRetained(Work(body)).toOpaque()
        let code = unsafe pthread_create(
            &thread, nil,
            { argument in
                pthread_detach(pthread_self())
                let work: UnsafeMutableRawPointer? = unsafe argument
                if let work = unsafe work { unsafe Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body() }
                return nil
            }, work)
        precondition(code == 0, "no thread can be started")
    }
}
