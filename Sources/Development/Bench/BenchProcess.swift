#if os(Linux)
internal import CLibrary

/// A program under measurement. What it writes to standard output goes to `/dev/null`, the same for every program.
struct BenchProcess: ~Copyable {
    /// Its process id.
    let id: pid_t

    /// Starts a program with exactly the environment given.
    init(_ executable: String, environment: [String: String]) throws(BenchError) {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)

        // The threads that Swift runs on block every signal, and a child would inherit that: SIGTERM could not end it.
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var noSignals = sigset_t()
        unsafe sigemptyset(&noSignals)
        unsafe posix_spawnattr_setsigmask(&attributes, &noSignals)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))

        var arguments: [UnsafeMutablePointer<CChar>?] = unsafe [strdup(executable), nil]
        var variables = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
        defer { unsafe (arguments + variables).forEach { unsafe free($0) } }
        var id = pid_t()
        let code = unsafe posix_spawn(&id, executable, &actions, &attributes, &arguments, &variables)
        guard code == 0 else { throw .systemError("starting \(executable)", code) }
        self.id = id
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
