#if os(Linux)
internal import CLibrary
internal import Essentials

/// What a process uses of the machine, as the kernel tells it.
struct ProcessFigures {
    private let process: Int32

    /// The figures of a process, read when they are asked for.
    init(of process: Int32) { self.process = process }

    /// The memory in use, in bytes.
    func memory() throws(TrialError) -> Int { try bytes("VmRSS:") }

    /// The most memory that was ever in use, in bytes. (A child's `ru_maxrss` would include the memory of its parent,
    /// from before the program was executed.)
    func peakMemory() throws(TrialError) -> Int { try bytes("VmHWM:") }

    /// The number of open files.
    func openFiles() throws(TrialError) -> Int {
        guard let files = try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd") else {
            throw .program("process \(process)", "has ended")
        }
        return files.count
    }

    /// The processor time used so far, with that of system calls, in nanoseconds.
    func processorTime() throws(TrialError) -> Int64 {
        var (clock, time) = (clockid_t(), timespec())
        guard unsafe clock_getcpuclockid(process, &clock) == 0, unsafe clock_gettime(clock, &time) == 0 else {
            throw .program("process \(process)", "has ended")
        }
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// The processor cores on which this process and its children may run, in the kernel's form: `1` or `0-3`.
    static func allowedCores() throws(TrialError) -> String { try status("Cpus_allowed_list:", of: "self") }

    private func bytes(_ label: String) throws(TrialError) -> Int {
        (Int(try Self.status(label, of: String(process))) ?? 0) * 1_024
    }

    private static func status(_ label: String, of process: String) throws(TrialError) -> String {
        let text = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = text?.split(separator: "\n").first { $0.hasPrefix(label) }
        guard let value = line?.split(whereSeparator: \.isWhitespace).dropFirst().first else {
            throw .program("process \(process)", "has ended")
        }
        return String(value)
    }
}
#endif
