internal import CLibrary
internal import Processes
internal import Synchronization

/// A running bootstrap: an executable that sees only the given environment, and the lines it logs.
package final class BootstrapProcess: Sendable {
    private struct State {
        var exit: ProcessExit?
        var observers: [CheckedContinuation<ProcessExit, Never>] = []
    }

    /// The process identifier.
    package let processID: Int32
    private let log: LogLines
    private let state = Mutex(State())

    /// Starts an executable.
    ///
    /// - Parameters:
    ///   - keepsLog: whether what it writes is collected; otherwise it is only read.
    ///   - onLine: is called with each line that it writes, in order, as soon as the line is complete.
    /// - Throws: `BootstrapError.notStarted`.
    package init(
        path: String, environment: [String: String], keepsLog: Bool = true,
        onLine: (@Sendable (String) -> Void)? = nil
    ) throws(BootstrapError) {
        log = LogLines(isKept: keepsLog, onLine: onLine)
        let output: Int32
        do throws(SpawnError) {
            (processID, output) = try Spawn.startReadable(path, environment: environment)
        } catch { throw .notStarted(path: path, reason: error.reason) }
        log.collect(from: output)
        Threads.start { [self] in observeExit() }
    }

    /// What the process has written to standard output and standard error so far, line by line: the last 10,000 lines.
    package var logLines: [String] { recentLines.lines }

    var recentLines: RecentLines { log.recent }

    /// Waits until the process has ended.
    package func waitForExit() async -> ProcessExit {
        await withCheckedContinuation { continuation in
            let exit = state.withLock { state in
                if state.exit == nil { state.observers.append(continuation) }
                return state.exit
            }
            if let exit { continuation.resume(returning: exit) }
        }
    }

    /// Ends the process with SIGTERM, or with SIGKILL if it is still running after the grace period. Returns once the
    /// process has ended and its output has been read.
    @discardableResult
    package func stop(grace: Duration = .seconds(1)) async -> ProcessExit {
        send(SIGTERM)
        let killer = Task {
            guard (try? await Task.sleep(for: grace)) != nil else { return }
            send(SIGKILL)
        }
        let exit = await waitForExit()
        killer.cancel()
        await drainLog()
        return exit
    }

    /// Waits for the end of the output, which comes at once unless the machine is busy. The time is limited because a
    /// descendant of the process may keep the output open.
    private func drainLog() async {
        for _ in 0..<1_000 where !log.isComplete { try? await Task.sleep(for: .milliseconds(5)) }
    }

    /// Sends a signal, unless the process has ended and its identifier may belong to another process.
    private func send(_ signal: Int32) {
        state.withLock { state in
            if state.exit == nil { kill(processID, signal) }
        }
    }

    private func observeExit() {
        // Waits without reaping, so that the identifier stays reserved until the state records the exit.
        var information = unsafe siginfo_t()
        while unsafe waitid(P_PID, id_t(processID), &information, WEXITED | WNOWAIT) == -1, errno == EINTR {}
        let (exit, observers) = state.withLock { state in
            var status: Int32 = 0
            unsafe waitpid(processID, &status, 0)
            let signal = status & 0x7F
            let exit: ProcessExit = signal == 0 ? .status(status >> 8 & 0xFF) : .signal(signal)
            state.exit = exit
            defer { state.observers = [] }
            return (exit, state.observers)
        }
        for observer in observers { observer.resume(returning: exit) }
    }
}
