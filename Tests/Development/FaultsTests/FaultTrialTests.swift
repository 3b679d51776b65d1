#if os(Linux)
import Faults
import Foundation
import Replay
import SandboxTestSupport
import Synchronization
import TestSupport
import Testing

/// The command that makes the services' certificates.
private enum CertificateCommand {
    /// Whether it is there; prints why the tests are skipped if it is not.
    static let isThere = {
        if FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl") { return true }
        print("skipped: no /usr/bin/openssl")
        return false
    }()
}

@Suite("A trial of faults", .enabled(if: CertificateCommand.isThere))
struct FaultTrialTests {
    private static let title = "VerifyAuthChallenge/signed/once-first-use"
    private static let error = "error Function.ServiceUnavailable: Sign-in is not possible right now"

    @Test("a function stands the faults of its table")
    func functionStandsFaults() async throws {
        let faults: [ServiceFault] = [
            .down, .resetting, .status500, .html, .huge, .cutShort, .chunkCut, .otherAuthority, .otherHost,
            .redirecting,
        ]
        let results = try await Self.run(BuiltFunctions.folder(), faults, outcome: Self.error)
        #expect(results.map(\.row.fault) == faults)
        #expect(results.flatMap(\.deviations) == [])
    }

    @Test("a function that lets somebody in during a fault is noticed")
    func wrongOutcomeIsNoticed() async throws {
        let results = try await Self.run(BuiltFunctions.folder(), [.status500], outcome: "right")
        #expect(results.map(\.deviations) == [["expected right, found \(Self.error)"]])
    }

    @Test("a function that logs a secret is noticed")
    func leakIsNoticed() async throws {
        let results = try await run(#"echo "key=$TOKEN_SIGNING_KEY""#)
        let leaks = results.flatMap(\.leaks)
        #expect(leaks == ["secret in: key=replay-signing-key-0123456789abcdef"])
    }

    @Test("a function that calls nobody is noticed")
    func fewerCallsAreNoticed() async throws {
        let results = try await run("unset STATE_TABLE")
        #expect(results.flatMap(\.deviations).contains("the function has not called the service"))
    }

    /// Tries one fault with a function that does something before it starts.
    private func run(_ script: String) async throws -> [FaultResult] {
        let scripts = try ScriptFolder()
        let function = try BuiltFunctions.folder() + "/VerifyAuthChallenge"
        let path = try scripts.script("\(script)\nexec '\(function)'")
        let folder = scripts.folder.appending(path: "functions")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        try FileManager.default.moveItem(
            at: URL(filePath: path), to: folder.appending(path: "VerifyAuthChallenge"))
        defer { withExtendedLifetime(scripts) {} }
        return try await Self.run(folder.path, [.status500], outcome: Self.error)
    }

    private static func run(_ bootstraps: String, _ faults: [ServiceFault], outcome: String) async throws
        -> [FaultResult]
    {
        let events = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../events").path
        let trial = FaultTrial(
            bootstraps: bootstraps, cases: try EventFolder(events).cases(), names: nil,
            calls: [FaultyCall(.tables, title, only: faults, outcome)])
        let results = Results()
        try await trial.run { result in results.all.withLock { $0.append(result) } }
        return results.all.withLock { $0 }
    }

    private final class Results: Sendable {
        let all = Mutex<[FaultResult]>([])
    }
}
#endif
