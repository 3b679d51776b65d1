#if os(Linux)
internal import CLibrary

/// The clocks that the benchmark reads, in nanoseconds.
enum BenchClock {
    /// The monotonic time since some fixed moment.
    static func now() -> Int64 { read(CLOCK_MONOTONIC) }

    /// Seconds since 1970.
    static func secondsSince1970() -> Int64 { read(CLOCK_REALTIME) / 1_000_000_000 }

    /// The processor time that a process has used so far, including its system calls.
    static func processorTime(of process: pid_t) throws(BenchError) -> Int64 {
        var clock = clockid_t()
        let code = unsafe clock_getcpuclockid(process, &clock)
        guard code == 0 else { throw .systemError("clock_getcpuclockid", code) }
        return read(clock)
    }

    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
#endif
