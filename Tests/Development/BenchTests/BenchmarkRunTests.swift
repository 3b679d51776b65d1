#if os(Linux)
import Bench
import Foundation
import TestSupport
import Testing

@Suite("A run of the benchmark")
struct BenchmarkRunTests {
    /// A folder with the built functions, laid out as by `make package`, but without the zips.
    private static func bootstraps() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "bench-tests-" + UUID().uuidString)
        for name in [
            "DefineAuthChallenge", "CreateAuthChallenge", "VerifyAuthChallenge", "PreSignUp", "PreTokenGeneration",
            "AddAuthenticator", "Authenticator",
        ] {
            let own = folder.appending(path: name)
            try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                at: own.appending(path: "bootstrap"), withDestinationURL: ChildProcess.builtExecutable(name))
        }
        return folder
    }

    @Test("starts each function, sends it events and measures everything")
    func measuresEveryFunction() async throws {
        let folder = try Self.bootstraps()
        defer { try? FileManager.default.removeItem(at: folder) }
        let text = try await onThread {
            // Any function can play the bare loop, because that only has to answer.
            let loop = folder.appending(path: "DefineAuthChallenge/bootstrap").path
            return try Benchmark(
                bootstraps: folder.path, loop: loop, extent: .init(rounds: 1, starts: 1, events: 10)
            ).run().text
        }
        for name in [
            "bare loop", "DefineAuthChallenge", "CreateAuthChallenge", "VerifyAuthChallenge", "AddAuthenticator",
            "Authenticator: passkey", "Authenticator: code",
        ] {
            #expect(text.contains(name), "\(text)")
        }
    }

    @Test("measures the first answers of functions that call a service over HTTPS")
    func measuresFirstAnswers() async throws {
        let folder = try Self.bootstraps()
        defer { try? FileManager.default.removeItem(at: folder) }
        let text = try await onThread {
            let loop = folder.appending(path: "DefineAuthChallenge/bootstrap").path
            return try ColdBenchmark(bootstraps: folder.path, loop: loop, runs: 1).run(loopStart: 2).text
        }
        for name in [
            "bare loop", "CreateAuthChallenge: authsignal", "VerifyAuthChallenge: table",
            "CreateAuthChallenge: code mail", "AddAuthenticator: pool keys", "Authenticator: options",
        ] {
            #expect(text.contains(name), "\(text)")
        }
    }

    @Test("fails if a program ends before it asks for an event")
    func programThatEndsFailsTheRun() async throws {
        let folder = try Self.bootstraps()
        defer { try? FileManager.default.removeItem(at: folder) }
        let error = try await onThread { () -> BenchError? in
            do throws(BenchError) {
                let extent = Benchmark.Extent(rounds: 1, starts: 1, events: 1)
                _ = try Benchmark(bootstraps: folder.path, loop: "/bin/true", extent: extent).run()
                return nil
            } catch { return error }
        }
        guard case .program("bare loop", let words)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(words.hasPrefix("ended before it asked for an event"))
    }
}
#endif
