#if os(Linux)
import SandboxTestSupport
import Testing
import Trials

@Suite("A trial of faults")
struct FaultTrialTests {
    private static let title = "VerifyAuthChallenge/signed/once-first-use"
    private static let error = "error Function.ServiceUnavailable: Sign-in is not possible right now"

    @Test("a function stands the faults of its table")
    func functionStandsFaults() async throws {
        let faults: [ServiceFault] = [
            .down, .resetting, .status500, .html, .huge, .cutShort, .chunkCut, .otherAuthority, .redirecting,
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
        #expect(results.flatMap(\.leaks) == ["secret in: key=replay-signing-key-0123456789abcdef"])
    }

    @Test("a function that calls nobody is noticed")
    func fewerCallsAreNoticed() async throws {
        let results = try await run("unset STATE_TABLE")
        #expect(results.flatMap(\.deviations).contains("the function has not called the service"))
    }

    /// Tries one fault with a function that does something before it starts.
    private func run(_ script: String) async throws -> [FaultResult] {
        let function = try BuiltFunctions.folder() + "/VerifyAuthChallenge"
        return try await withScript("\(script)\nexec '\(function)'", as: "VerifyAuthChallenge") { folder in
            try await Self.run(folder, [.status500], outcome: Self.error)
        }
    }

    private static func run(
        _ folder: String, _ faults: [ServiceFault], outcome: String
    ) async throws -> [FaultResult] {
        let call = FaultyCall(.tables, title, only: faults, outcome)
        return try await FaultTrial(bootstraps: folder, cases: sampleEvents(), calls: [call]).run { _ in }
    }
}
#endif
