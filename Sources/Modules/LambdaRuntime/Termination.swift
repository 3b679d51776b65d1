private import CLibrary
private import Synchronization

/// Ends the process when Lambda asks it to with SIGTERM: at once between invocations, after the answer during one.
enum Termination {
    private static let isBusy = Atomic(false)
    private static let isRequested = Atomic(false)

    /// Takes SIGTERM over from its default action, which would count as a failure.
    static func handle() {
        // The globals come to life here, not inside the signal handler.
        isBusy.store(false, ordering: .relaxed)
        isRequested.store(false, ordering: .relaxed)
        signal(SIGTERM) { _ in
            if Termination.isBusy.load(ordering: .relaxed) {
                Termination.isRequested.store(true, ordering: .relaxed)
            } else {
                _exit(0)
            }
        }
    }

    /// SIGTERM waits from now on: for the answer to an event, or for the end with status 1 of a start that failed.
    static func hold() { isBusy.store(true, ordering: .relaxed) }

    /// The event is answered: a SIGTERM that came meanwhile takes effect.
    static func release() {
        isBusy.store(false, ordering: .relaxed)
        if isRequested.load(ordering: .relaxed) { _exit(0) }
    }
}
