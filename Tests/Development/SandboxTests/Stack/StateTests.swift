import Foundation
import JSON
import LocalCognito
import Sandbox
import SandboxTestSupport
import SoftwarePasskey
import TestSupport
import Testing

@Suite("The sandbox's users across restarts")
struct StateTests {
    private static let email = "ana@example.test"

    /// A folder of its own for one test.
    private final class Folder {
        let url = FileManager.default.temporaryDirectory.appending(path: "state-" + UUID().uuidString)

        init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false) }

        deinit { try? FileManager.default.removeItem(at: url) }

        var file: String { url.appending(path: "state.json").path }
    }

    @Test(
        "a passkey made before a restart signs in after it", arguments: [StackSettings.TokenMode.signed, .authsignal])
    func passkeySignsInAfterRestart(mode: StackSettings.TokenMode) async throws {
        let folder = try Folder()
        let file = folder.file
        // Nobody else gets the port between the two runs.
        let port = try RefusingPort(isShared: true)
        var device = SoftwareAuthenticator(origin: "")
        var sub: String?
        func change(_ settings: inout StackSettings) {
            (settings.stateFile, settings.tokenMode, settings.port) = (file, mode, port.port)
        }
        try await StackFixture.run(change) { (fixture) async throws in
            sub = try await fixture.signUp(Self.email)["UserSub"]?.string
            let challenge = try await fixture.start(Self.email)
            let token = try #require(try await fixture.proveByCode(Self.email, for: challenge)["accessToken"]?.string)
            _ = try #require(try await fixture.answer(token, to: challenge)["AuthenticationResult"])
            device = SoftwareAuthenticator(origin: fixture.url)
            _ = try await fixture.createPasskey(Self.email, token, &device)
        }
        for name in [file, file + ".accounts"] {
            let mode = try FileManager.default.attributesOfItem(atPath: name)[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
        try await StackFixture.run(change) { (fixture) async throws in
            let proof = try await fixture.passkeySignIn(&device)
            #expect(proof["username"]?.string == Self.email)
            let challenge = try await fixture.start(try #require(proof["username"]?.string))
            #expect(challenge["ChallengeParameters"]?["USERNAME"]?.string == sub)
            #expect(challenge["ChallengeParameters"]?["isEnrolled"]?.string == (mode == .signed ? "false" : "true"))
            let token = try #require(proof["accessToken"]?.string)
            _ = try #require(try await fixture.answer(token, to: challenge)["AuthenticationResult"])
            let account = await fixture.stack.pool.user(Self.email)
            #expect(account?.attributes["email_verified"] == "true")
            #expect(account?.password != nil)
        }
    }

    @Test("a file that is not a state file prevents the start and stays unchanged", arguments: ["", ".accounts"])
    func foreignFilePreventsStart(suffix: String) async throws {
        let folder = try Folder()
        let file = folder.file
        let content = Data(#"{"precious":true}"#.utf8)
        try content.write(to: URL(filePath: file + suffix))
        let error = SandboxError.stateNotKept(
            path: file + suffix, reason: "this is not a state file of the sandbox; it is left unchanged")
        await #expect(throws: error) { try await StackFixture.run({ $0.stateFile = file }) { _ in } }
        try expect(Data(contentsOf: URL(filePath: file + suffix)), equals: content)
    }

    @Test("a call that changes an account fails if the file cannot be written")
    func unwritableFileFailsTheCall() async throws {
        let folder = try Folder()
        let file = folder.file
        try await StackFixture.run({ $0.stateFile = file }) { (fixture) async throws in
            try FileManager.default.removeItem(at: folder.url)
            let body =
                #"{"ClientId":"\#(StackSettings.clientID)","Username":"a@example.test","Password":"Correct horse 1"}"#
            let answer = try await fixture.cognito.send("SignUp", body)
            #expect(answer.status == 500)
            #expect(answer.json?["message"]?.string?.contains("No such file or directory") == true)
        }
    }
}
