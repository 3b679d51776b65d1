import Foundation
import RuntimeAPIHost
import SandboxTestSupport
import Synchronization
import TestSupport
import Testing

@Suite("A bootstrap process")
struct BootstrapProcessTests {
    private let scripts: ScriptFolder

    init() throws { scripts = try ScriptFolder() }

    /// Waits until the process has written a line.
    private func waitForLine(_ process: BootstrapProcess) async throws {
        for _ in 0..<3_000 where process.logLines.isEmpty { try await Task.sleep(for: .milliseconds(10)) }
        #expect(!process.logLines.isEmpty)
    }

    @Test("the process sees only the given environment")
    func processSeesOnlyTheGivenEnvironment() async throws {
        let process = try BootstrapProcess(path: "/usr/bin/env", environment: ["ONE": "1", "TWO": "a b"])
        await expect(process.waitForExit(), equals: .status(0))
        await process.stop()
        #expect(process.logLines.sorted() == ["ONE=1", "TWO=a b"])
    }

    @Test("the lines of both outputs are collected, including a last line without an end")
    func linesOfBothOutputsAreCollected() async throws {
        let path = try scripts.script("echo one; echo two >&2; echo; printf three")
        let process = try BootstrapProcess(path: path, environment: [:])
        await expect(process.waitForExit(), equals: .status(0))
        await process.stop()
        #expect(process.logLines == ["one", "two", "three"])
    }

    @Test("each line is reported in order, whether or not lines are collected", arguments: [true, false])
    func linesAreReported(keepsLog: Bool) async throws {
        let path = try scripts.script("echo one; echo two >&2; printf three")
        let reported = Mutex<[String]>([])
        let process = try BootstrapProcess(path: path, environment: [:], keepsLog: keepsLog) { line in
            reported.withLock { $0.append(line) }
        }
        await expect(process.waitForExit(), equals: .status(0))
        await process.stop()
        #expect(reported.withLock { $0 } == ["one", "two", "three"])
        #expect(process.logLines.isEmpty != keepsLog)
    }

    @Test("the exit status is reported", arguments: [0, 3, 255] as [Int32])
    func exitStatusIsReported(status: Int32) async throws {
        let process = try BootstrapProcess(path: scripts.script("exit \(status)"), environment: [:])
        await expect(process.waitForExit(), equals: .status(status))
    }

    @Test("the signal that ends the process is reported")
    func signalIsReported() async throws {
        let process = try BootstrapProcess(path: scripts.script("kill -SEGV $$"), environment: [:])
        await expect(process.waitForExit(), equals: .signal(SIGSEGV))
    }

    @Test("stopping ends the process with SIGTERM, whichever thread started it")
    func stoppingSendsSIGTERM() async throws {
        let process = try BootstrapProcess(path: scripts.script("echo up; exec sleep 60"), environment: [:])
        try await waitForLine(process)
        await expect(process.stop(grace: .seconds(20)), equals: .signal(SIGTERM))
    }

    @Test("a process that ignores SIGTERM is killed after the grace period")
    func processThatIgnoresSIGTERMIsKilled() async throws {
        let path = try scripts.script("trap '' TERM; echo up; while :; do sleep 0.05; done")
        let process = try BootstrapProcess(path: path, environment: ["PATH": "/usr/bin:/bin"])
        try await waitForLine(process)
        await expect(process.stop(grace: .milliseconds(100)), equals: .signal(SIGKILL))
    }

    #if os(Linux)
    @Test("no signal is blocked or ignored, and only the first three files are open")
    func processInheritsNoSignalsOrFiles() async throws {
        let server = RuntimeAPIServer(functionARN: "")
        _ = try await server.start()
        let path = try scripts.script("grep -E '^Sig(Blk|Ign)' /proc/self/status; ls /proc/self/fd")
        let process = try BootstrapProcess(path: path, environment: ["PATH": "/usr/bin:/bin"])
        _ = await process.waitForExit()
        await process.stop()
        await server.stop()
        // The C library ignores two real-time signals for its own use; programs cannot change that.
        let signals = process.logLines.prefix(2).map { UInt64($0.suffix(16), radix: 16).map { $0 & 0x7FFF_FFFF } }
        #expect(signals == [0, 0])
        // The fourth file is the folder, which `ls` itself opens.
        #expect(process.logLines.dropFirst(2).sorted() == ["0", "1", "2", "3"])
    }
    #endif

    @Test("a file that cannot be executed is an error")
    func notExecutableFileIsAnError() throws {
        let plain = try scripts.script("exit 0", mode: 0o644)
        #expect(throws: BootstrapError.notStarted(path: plain, reason: "Permission denied")) {
            try BootstrapProcess(path: plain, environment: [:])
        }
        #expect(throws: BootstrapError.notStarted(path: "/nowhere", reason: "No such file or directory")) {
            try BootstrapProcess(path: "/nowhere", environment: [:])
        }
    }
}
