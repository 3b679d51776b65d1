#if os(Linux)
import SandboxTestSupport
import TestSupport
import Testing
import Trials

@Suite("A run of the benchmark")
struct BenchmarkRunTests {
    /// Benchmarks the built functions, as shortly as possible. Any of them can play the bare loop, because that only
    /// has to answer.
    private static func run(loop: String = "/DefineAuthChallenge") async throws -> String {
        let folder = try BuiltFunctions.folder()
        let path = loop == "/DefineAuthChallenge" ? folder + loop : loop
        return try await onThread {
            try Benchmark(bootstraps: folder, loop: path, extent: .init(rounds: 1, starts: 1, events: 10)).run().text
        }
    }

    @Test("starts each function, sends it events and measures everything")
    func measuresEveryFunction() async throws {
        let text = try await Self.run()
        let names = [
            "bare loop", "DefineAuthChallenge", "CreateAuthChallenge", "VerifyAuthChallenge", "PreSignUp",
            "PreTokenGeneration", "AddAuthenticator", "Authenticator: passkey", "Authenticator: code",
        ]
        #expect(names.filter { !text.contains("\n\($0) ") } == [], "\(text)")
    }

    @Test("measures the first answers of functions that call a service over HTTPS")
    func measuresFirstAnswers() async throws {
        let folder = try BuiltFunctions.folder()
        let text = try await onThread {
            try ColdBenchmark(bootstraps: folder, loop: folder + "/DefineAuthChallenge", runs: 1).run(loopStart: 2).text
        }
        let names = [
            "bare loop", "CreateAuthChallenge: authsignal", "VerifyAuthChallenge: table",
            "CreateAuthChallenge: code mail", "AddAuthenticator: pool keys", "Authenticator: options",
        ]
        #expect(names.filter { !text.contains("\n\($0) ") } == [], "\(text)")
    }

    @Test(
        "fails if a program is missing, or ends before it asks for an event",
        arguments: [
            ("/nonexistent", "/nonexistent cannot be started: No such file or directory"),
            ("/bin/true", "ended before it asked for an event; `sandbox replay` shows its log"),
        ])
    func programThatEndsFailsTheRun(loop: String, fault: String) async throws {
        await #expect(throws: TrialError.program("bare loop", fault)) { try await Self.run(loop: loop) }
    }
}
#endif
