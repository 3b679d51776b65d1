import Demo
import Sandbox
import SandboxTestSupport
import Synchronization
import Testing

/// Runs one demo after the other, like `SandboxDemoTests`.
@Suite("The demo with an OpenID provider", .serialized)
struct ProviderDemoTests {
    private static func run(replaced: [String: String] = [:]) async throws -> (lines: [String], isRight: Bool) {
        let lines = Lines()
        let transcript = DemoTranscript(isColoured: false) { lines.add($0) }
        let demo = SandboxDemo(
            bootstraps: try BuiltFunctions.folder(), replacedBootstraps: replaced, timeLimit: .seconds(30), transcript
        )
        try await demo.run(.resultToken, .oidc)
        return (lines.all, demo.finish())
    }

    private final class Lines: Sendable {
        private let state = Mutex<[String]>([])

        func add(_ line: String) { state.withLock { $0.append(line) } }
        var all: [String] { state.withLock { $0 } }
    }

    @Test("signs a user up and in, also with a second passkey, and refuses everybody else")
    func endsAsExpected() async throws {
        let (lines, isRight) = try await Self.run()
        #expect(isRight, "\(lines.joined(separator: "\n"))")
        #expect(lines.filter { $0.hasPrefix("  ✓ ") }.count == 17)
    }

    static let faults: [(function: String, variable: String, title: String)] = [
        ("PreSignUp", "TOKEN_MODE=signed", "sign up in Cognito with that subject"),
        ("PreSignUp", "OIDC_SUBJECT_ATTRIBUTE=custom:other", "sign up with another user's subject"),
        ("VerifyAuthChallenge", "OIDC_SUBJECT_ATTRIBUTE=custom:other", "answer the challenge with the ID token"),
        ("VerifyAuthChallenge", "OIDC_AUDIENCES=other", "answer the challenge with the ID token"),
        ("VerifyAuthChallenge", "STATE_TABLE=", "an ID token in two new sessions"),
    ]

    @Test("notices wrong functions", arguments: faults)
    func noticesWrongFunctions(function: String, variable: String, title: String) async throws {
        let folder = try ScriptFolder()
        let bootstraps = try BuiltFunctions.folder()
        let script = try folder.script("export \(variable)\nexec '\(bootstraps)/\(function)'")
        let (lines, isRight) = try await Self.run(replaced: [function: script])
        #expect(!isRight)
        #expect(lines.contains { $0.hasPrefix("  ✗ ") && $0.contains(title) }, "\(lines.joined(separator: "\n"))")
    }
}
