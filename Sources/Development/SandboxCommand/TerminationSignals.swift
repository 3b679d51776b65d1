import CLibrary
import Processes

/// Waits for SIGINT or SIGTERM, so that the program can stop its child processes before it ends.
///
/// The handler is in place when `init` returns. A dispatch source is registered later, and a signal that comes before
/// that is lost.
struct TerminationSignals {
    /// A pipe, because a signal handler may do little more than write a byte. Child processes do not get it.
    private static let ends: (reading: Int32, writing: Int32) = {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0, ends.allSatisfy({ fcntl($0, F_SETFD, FD_CLOEXEC) == 0 }) else {
            fatalError("a pipe cannot be made")
        }
        return (ends[0], ends[1])
    }()

    init() {
        _ = Self.ends
        for number in [SIGINT, SIGTERM] {
            signal(number) { _ in
                var byte: UInt8 = 0
                _ = unsafe write(Self.ends.writing, &byte, 1)
            }
        }
    }

    /// Returns when the first of the signals arrives.
    func wait() async {
        await withCheckedContinuation { continuation in
            Threads.start {
                var byte: UInt8 = 0
                while unsafe read(Self.ends.reading, &byte, 1) < 0, errno == EINTR {}
                continuation.resume()
            }
        }
    }
}
