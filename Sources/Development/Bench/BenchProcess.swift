#if os(Linux)
internal import CLibrary
internal import Processes

/// A program under measurement. What it writes to standard output goes to `/dev/null`, the same for every program.
struct BenchProcess: ~Copyable {
    /// Its process id.
    let id: pid_t

    /// Starts a program with exactly the environment given.
    init(_ executable: String, environment: [String: String]) throws(BenchError) {
        let nothing = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
        guard nothing >= 0 else { throw .lastSystemError("/dev/null") }
        defer { close(nothing) }
        do throws(SpawnError) {
            id = try Spawn.start(executable, [], environment: environment, output: nothing, errors: STDERR_FILENO)
        } catch { throw .system("starting \(executable)", error.reason) }
    }

    deinit { Self.end(id) }

    /// Ends the process and waits until it has.
    consuming func end() {
        Self.end(id)
        discard self
    }

    /// SIGKILL follows when two seconds after SIGTERM the process is still there.
    private static func end(_ id: pid_t) {
        kill(id, SIGTERM)
        for _ in 0..<2_000 {
            if waitpid(id, nil, WNOHANG) != 0 { return }
            usleep(1_000)
        }
        kill(id, SIGKILL)
        waitpid(id, nil, 0)
    }

    /// Whether it has ended by itself.
    var hasEnded: Bool {
        var information = unsafe siginfo_t()
        unsafe waitid(P_PID, id_t(id), &information, WEXITED | WNOHANG | WNOWAIT)
        // Nothing is filled in for a process that runs.
        return unsafe information.si_signo == SIGCHLD
    }

    /// The most memory that has been resident at once, in bytes: the kernel's `VmHWM`. (The `ru_maxrss` of a child
    /// would include what its parent had before the program replaced it.)
    func peakMemory() throws(BenchError) -> Int {
        let status = try ProcFile.text("/proc/\(id)/status")
        for line in status.split(separator: "\n") where line.hasPrefix("VmHWM:") {
            if let kibibytes = line.split(separator: " ").dropLast().last.flatMap({ Int($0) }) {
                return kibibytes * 1_024
            }
        }
        throw .system("/proc/\(id)/status", "no VmHWM")
    }
}
#endif
