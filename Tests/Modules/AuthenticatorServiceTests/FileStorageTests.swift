import AuthenticatorService
import Foundation
import JSON
import Testing

@Suite("Users in a file")
struct FileStorageTests {
    /// Passes a path in a new folder, which is removed afterwards.
    private func withPath(_ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder.appendingPathComponent("state.json").path)
    }

    @Test("A passkey and an address outlive the service")
    func passkeyAndAddressSurviveRestart() async throws {
        try await withPath { path in
            var passkey = try UnrulyPasskey()
            let first = try TestService(storage: FileStorage(path: path))
            let token = try await first.signedUser()
            let added = try await first.register(&passkey, token, #"{"username":"me","displayName":"Me"}"#)
            let entry = "client/user-authenticators/\(added["userAuthenticatorId"]?.string ?? "")"
            let proof = TestService.Sender.bearer(added["accessToken"]?.string ?? "")
            #expect(await first.call("PATCH", entry, as: proof, body: #"{"name":"My phone"}"#).status == 200)
            var clone = passkey
            let second = try TestService(storage: FileStorage(path: path))
            let before = await first.call("GET", "client/user-authenticators", as: .bearer(token))
            let after = await second.call("GET", "client/user-authenticators", as: .bearer(token))
            #expect(before.text == after.text && after.json?.elements.count == 2)
            #expect(after.json?.elements.last?["webauthnCredential"]?["name"]?.string == "My phone")
            let answer = try await second.signIn(&passkey, .app(TestService.poolID))
            #expect(answer["isVerified"]?.bool == true && answer["username"]?.string == "me")
            // The sign count is stored too: after another restart, a clone with the same count is refused.
            let third = try TestService(storage: FileStorage(path: path))
            #expect(try await third.signIn(&clone, .app(TestService.poolID))["isVerified"]?.bool == false)
        }
    }

    @Test("A passkey is no longer found once it or its user is removed")
    func removedPasskeyIsNotFound() async throws {
        let service = try TestService()
        var passkey = try UnrulyPasskey()
        _ = try await service.register(&passkey, try await service.signedUser())
        func owner() throws -> StoredUser? {
            try service.storage.user(tenantID: TestService.poolID, credentialID: passkey.id)
        }
        var user = try #require(try owner())
        user.authenticators.removeLast()
        try service.storage.save(user)
        #expect(try owner() == nil)
        try service.storage.remove(user.id)
        #expect(try service.storage.user(user.id) == nil)
    }

    @Test("Only the owner may read the file, and no other file is left beside it")
    func fileIsPrivateAndAlone() async throws {
        try await withPath { path in
            _ = try await TestService(storage: FileStorage(path: path)).signedUser()
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
    func unknownFormatIsRefusedUnchanged(content: String) async throws {
        try await withPath { path in
            try Data(content.utf8).write(to: URL(fileURLWithPath: path))
            #expect(throws: StorageError.notAState(path: path)) { try FileStorage(path: path) }
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(content.utf8))
        }
    }

    @Test("A file that cannot be read or written causes an error, and a failed change is not remembered")
    func failedWriteIsNotRemembered() async throws {
        try await withPath { path in
            let folder = (path as NSString).deletingLastPathComponent
            #expect(throws: StorageError.unreadable(path: folder, errorNumber: EISDIR)) {
                try FileStorage(path: folder)
            }
            let lost = folder + "/missing/state.json"
            let storage = try FileStorage(path: lost)
            let service = try TestService(storage: storage)
            let token = await service.call("POST", "users/u/actions/a", as: .server(TestService.secret), body: "{}")
            #expect(token.failure == Failure(500, "unexpected_error"))
            #expect(storage.user(UserID(tenantID: TestService.tenantID, id: "u")) == nil)
        }
    }
}
