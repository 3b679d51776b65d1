#if os(Linux)
internal import CLibrary
internal import LoopbackServer
internal import LoopbackSockets
internal import Processes

extension RunningProgram {
    /// Starts a program with exactly these variables.
    static func start(_ program: Program, _ variables: [String: String]) throws(TrialError) -> pid_t {
        let nothing = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
        guard nothing >= 0 else { throw .system(.last("/dev/null")) }
        defer { close(nothing) }
        do throws(SpawnError) {
            return try Spawn.start(program.path, [], environment: variables, output: nothing, errors: STDERR_FILENO)
        } catch { throw .program(program.name, "\(program.path) cannot be started: \(error.reason)") }
    }

    /// Waits until a process connects, or ends.
    static func connection(
        of process: pid_t, to listener: LoopbackHTTPServer, _ name: String
    ) throws(TrialError) -> LoopbackSocket {
        for _ in 0..<patience * 10 {
            if let socket = listener.nextConnection(milliseconds: 100) {
                socket.setPatience(seconds: patience)
                return socket
            }
            var information = unsafe siginfo_t()
            unsafe waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT)
            // The kernel fills in nothing while the process still runs.
            guard unsafe information.si_signo != SIGCHLD else {
                throw .program(name, "ended before it asked for an event; `sandbox replay` shows its log")
            }
        }
        throw .program(name, "did not connect within \(patience) s")
    }

    /// Sends SIGTERM, and SIGKILL if the process still runs two seconds later.
    static func end(_ process: pid_t) {
        kill(process, SIGTERM)
        for _ in 0..<2_000 {
            if waitpid(process, nil, WNOHANG) != 0 { return }
            usleep(1_000)
        }
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
    }
}
#endif
