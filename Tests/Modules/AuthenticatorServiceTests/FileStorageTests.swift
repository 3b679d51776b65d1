import AuthenticatorService
import Foundation
import JSON
import Testing

@Suite("Users in a file")
struct FileStorageTests {
    /// Passes a path in a new folder, which is removed afterwards.
    private func withPath(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder.appendingPathComponent("state.json").path)
    }

    @Test("A passkey and an address outlive the service")
    func passkeyAndAddressSurviveRestart() throws {
        try withPath { path in
            var passkey = try UnrulyPasskey()
            let first = try TestService(storage: FileStorage(path: path))
            let token = try first.signedUser()
            let added = try first.register(&passkey, token, #"{"username":"me","displayName":"Me"}"#)
            let entry = "client/user-authenticators/\(added["userAuthenticatorId"]?.string ?? "")"
            let proof = TestService.Sender.bearer(added["accessToken"]?.string ?? "")
            #expect(first.call("PATCH", entry, as: proof, body: #"{"name":"My phone"}"#).status == 200)
            var clone = passkey
            let second = try TestService(storage: FileStorage(path: path))
            let before = first.call("GET", "client/user-authenticators", as: .bearer(token))
            let after = second.call("GET", "client/user-authenticators", as: .bearer(token))
            #expect(before.text == after.text && after.json?.elements.count == 2)
            #expect(after.json?.elements.last?["webauthnCredential"]?["name"]?.string == "My phone")
            let answer = try second.signIn(&passkey, .app(TestService.poolID))
            #expect(answer["isVerified"]?.bool == true && answer["username"]?.string == "me")
            // The sign count is stored too: after another restart, a clone with the same count is refused.
            let third = try TestService(storage: FileStorage(path: path))
            #expect(try third.signIn(&clone, .app(TestService.poolID))["isVerified"]?.bool == false)
        }
    }

    @Test("Only the owner may read the file, and no other file is left beside it")
    func fileIsPrivateAndAlone() throws {
        try withPath { path in
            _ = try TestService(storage: FileStorage(path: path)).signedUser()
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            let folder = (path as NSString).deletingLastPathComponent
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["state.json"])
        }
    }

    @Test(
        "A file in an unknown format is refused and left unchanged",
        arguments: [
            "", "{}", "not JSON", #"{"version":2,"users":[]}"#, #"{"version":1}"#, #"{"version":1,"users":[{}]}"#,
        ])
    func unknownFormatIsRefusedUnchanged(content: String) throws {
        try withPath { path in
            try Data(content.utf8).write(to: URL(fileURLWithPath: path))
            #expect(throws: StateFileError.notAState(path: path)) { try FileStorage(path: path) }
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(content.utf8))
        }
    }

    @Test("A file that cannot be read or written causes an error")
    func unusableFileIsAnError() throws {
        try withPath { path in
            let folder = (path as NSString).deletingLastPathComponent
            #expect(throws: StateFileError.unreadable(path: folder, errorNumber: EISDIR)) {
                try FileStorage(path: folder)
            }
            let lost = folder + "/missing/state.json"
            let storage = try FileStorage(path: lost)
            let service = try TestService(storage: storage)
            let token = service.call("POST", "users/u/actions/a", as: .server(TestService.secret), body: "{}")
            #expect(token.failure == Failure(503, "service_unavailable"))
        }
    }
}
