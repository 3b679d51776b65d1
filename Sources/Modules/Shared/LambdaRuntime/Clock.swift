private import CLibrary

/// Reads the time and waits.
package enum Clock {
    /// Milliseconds since 1970 began, as `Lambda-Runtime-Deadline-Ms` counts them.
    package static func now() -> Int64 { read(CLOCK_REALTIME) / 1_000_000 }

    /// Microseconds that only ever go forward, for durations.
    static func monotonicMicroseconds() -> Int64 { read(CLOCK_MONOTONIC) / 1_000 }

    /// Waits for that many milliseconds of `now()`: until a whole millisecond begins, so that the moment at which the
    /// waiting ends does not show when within a millisecond it began. With 0 or less it does not wait.
    package static func sleep(milliseconds: Int64) {
        let time = milliseconds * 1_000_000 - read(CLOCK_REALTIME) % 1_000_000
        var rest = timespec(tv_sec: Int(time / 1_000_000_000), tv_nsec: Int(time % 1_000_000_000))
        var left = timespec()
        while unsafe nanosleep(&rest, &left) == -1, errno == EINTR { rest = left }
    }

    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
