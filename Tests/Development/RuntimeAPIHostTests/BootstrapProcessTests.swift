import Foundation
import RuntimeAPIHost
import SandboxTestSupport
import Testing

@Suite("A bootstrap process")
struct BootstrapProcessTests {
    private let scripts: ScriptFolder

    init() throws { scripts = try ScriptFolder() }

    /// Waits until the process has written a line.
    private func waitForLine(_ process: BootstrapProcess) async throws {
        for _ in 0..<500 where process.logLines.isEmpty { try await Task.sleep(for: .milliseconds(10)) }
    }

    @Test("it has the environment that it was given and nothing else")
    func environment() async throws {
        let process = try BootstrapProcess(path: "/usr/bin/env", environment: ["ONE": "1", "TWO": "a b"])
        #expect(await process.waitForExit() == .status(0))
        await process.stop()
        #expect(process.logLines.sorted() == ["ONE=1", "TWO=a b"])
    }

    @Test("its lines of both outputs are collected, the last one without an end too")
    func lines() async throws {
        let path = try scripts.script("echo one; echo two >&2; echo; printf three")
        let process = try BootstrapProcess(path: path, environment: [:])
        #expect(await process.waitForExit() == .status(0))
        await process.stop()
        #expect(process.logLines == ["one", "two", "three"])
    }

    @Test("its exit status is reported", arguments: [0, 3, 255] as [Int32])
    func status(status: Int32) async throws {
        let process = try BootstrapProcess(path: scripts.script("exit \(status)"), environment: [:])
        #expect(await process.waitForExit() == .status(status))
    }

    @Test("the signal that ends it is reported")
    func signal() async throws {
        let process = try BootstrapProcess(path: scripts.script("kill -SEGV $$"), environment: [:])
        #expect(await process.waitForExit() == .signal(SIGSEGV))
    }

    @Test("stopped, it is ended by SIGTERM, whichever thread started it")
    func stop() async throws {
        let process = try BootstrapProcess(path: scripts.script("echo up; exec sleep 60"), environment: [:])
        try await waitForLine(process)
        #expect(await process.stop(grace: .seconds(20)) == .signal(SIGTERM))
    }

    @Test("when it takes no notice of SIGTERM it is killed after the grace")
    func kill() async throws {
        let path = try scripts.script("trap '' TERM; echo up; while :; do sleep 0.05; done")
        let process = try BootstrapProcess(path: path, environment: ["PATH": "/usr/bin:/bin"])
        try await waitForLine(process)
        #expect(await process.stop(grace: .milliseconds(100)) == .signal(SIGKILL))
    }

    #if os(Linux)
    @Test("no signal is blocked or ignored, and no file is open but the first three")
    func clean() async throws {
        let host = RuntimeAPIServer(functionARN: "")
        _ = try await host.start()
        let path = try scripts.script("grep -E '^Sig(Blk|Ign)' /proc/self/status; ls /proc/self/fd")
        let process = try BootstrapProcess(path: path, environment: ["PATH": "/usr/bin:/bin"])
        _ = await process.waitForExit()
        await process.stop()
        await host.stop()
        // The C library ignores two real-time signals of its own, which are no business of programs.
        let signals = process.logLines.prefix(2).map { UInt64($0.suffix(16), radix: 16).map { $0 & 0x7FFF_FFFF } }
        #expect(signals == [0, 0])
        // `ls` itself opens the folder as the fourth.
        #expect(process.logLines.dropFirst(2).sorted() == ["0", "1", "2", "3"])
    }
    #endif

    @Test("what cannot be executed is not started")
    func notExecutable() throws {
        let plain = try scripts.script("exit 0", mode: 0o644)
        #expect(throws: BootstrapError.notStarted(path: plain, reason: "Permission denied")) {
            try BootstrapProcess(path: plain, environment: [:])
        }
        #expect(throws: BootstrapError.notStarted(path: "/nowhere", reason: "No such file or directory")) {
            try BootstrapProcess(path: "/nowhere", environment: [:])
        }
    }
}
