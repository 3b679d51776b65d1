private import CLibrary
private import Synchronization

/// Ends the process when Lambda asks it to with SIGTERM: at once between invocations, after the answer during one.
enum Termination {
    private static let isBusy = Atomic(false)
    private static let isRequested = Atomic(false)

    /// Replaces the default action of SIGTERM, which would count as a failure.
    static func handle() {
        // The globals are initialized here, not inside the signal handler.
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

    /// Makes SIGTERM wait from now on: until an event is answered, or until a failed start ends with status 1.
    static func hold() { isBusy.store(true, ordering: .relaxed) }

    /// Lets SIGTERM end the process again: a SIGTERM that came meanwhile takes effect now.
    static func release() {
        isBusy.store(false, ordering: .relaxed)
        if isRequested.load(ordering: .relaxed) { _exit(0) }
    }
}
