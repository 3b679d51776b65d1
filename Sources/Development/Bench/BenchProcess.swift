#if os(Linux)
internal import CLibrary
internal import Processes

/// A measured program. Its standard output goes to `/dev/null`, as that of every measured program.
struct BenchProcess: ~Copyable {
    /// The process id.
    let id: pid_t

    /// Starts a program with exactly this environment.
    init(_ executable: String, environment: [String: String]) throws(BenchError) {
        let nothing = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
        guard nothing >= 0 else { throw .lastSystemError("/dev/null") }
        defer { close(nothing) }
        do throws(SpawnError) {
            id = try Spawn.start(executable, [], environment: environment, output: nothing, errors: STDERR_FILENO)
        } catch { throw .system("starting \(executable)", error.reason) }
    }

    deinit { Self.end(id) }

    /// Ends the process and waits until it has ended.
    consuming func end() {
        Self.end(id)
        discard self
    }

    /// Sends SIGTERM, and SIGKILL if the process still runs two seconds later.
    private static func end(_ id: pid_t) {
        kill(id, SIGTERM)
        for _ in 0..<2_000 {
            if waitpid(id, nil, WNOHANG) != 0 { return }
            usleep(1_000)
        }
        kill(id, SIGKILL)
        waitpid(id, nil, 0)
    }

    /// Whether the process has ended by itself.
    var hasEnded: Bool {
        var information = unsafe siginfo_t()
        unsafe waitid(P_PID, id_t(id), &information, WEXITED | WNOHANG | WNOWAIT)
        // The kernel fills in nothing while the process still runs.
        return unsafe information.si_signo == SIGCHLD
    }

    /// The peak resident memory in bytes, the kernel's `VmHWM`. (A child's `ru_maxrss` would include the memory of its
    /// parent, from before the program was executed.)
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
