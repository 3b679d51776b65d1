import Authenticator
import Foundation
import JSON
import Testing

@Suite("Users in a file")
struct FileStorageTests {
    /// A path in a folder of its own, which is removed afterwards.
    private func withPath(_ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder.appendingPathComponent("state.json").path)
    }

    @Test("A passkey and an address outlive the service")
    func restart() async throws {
        try await withPath { path in
            var passkey = try UnrulyPasskey()
            let first = try World(storage: FileStorage(path: path))
            let token = try await first.signedUser()
            let added = try await first.register(&passkey, token, #"{"username":"me","displayName":"Me"}"#)
            let entry = "client/user-authenticators/\(added["userAuthenticatorId"]?.string ?? "")"
            let proof = World.Sender.bearer(added["accessToken"]?.string ?? "")
            #expect(await first.call("PATCH", entry, proof, #"{"name":"My phone"}"#).status == 200)
            var clone = passkey
            let second = try World(storage: FileStorage(path: path))
            let before = await first.call("GET", "client/user-authenticators", .bearer(token))
            let after = await second.call("GET", "client/user-authenticators", .bearer(token))
            #expect(before.text == after.text && after.json?.elements.count == 2)
            #expect(after.json?.elements.last?["webauthnCredential"]?["name"]?.string == "My phone")
            let answer = try await second.signIn(&passkey, .app(World.poolID))
            #expect(answer["isVerified"]?.bool == true && answer["username"]?.string == "me")
            // The sign count too is kept: a clone's same count does not do after a third start.
            let third = try World(storage: FileStorage(path: path))
            #expect(try await third.signIn(&clone, .app(World.poolID))["isVerified"]?.bool == false)
        }
    }

    @Test("A passkey that a user no longer has, or whose user is forgotten, is found no more")
    func removal() async throws {
        let world = try World()
        var passkey = try UnrulyPasskey()
        _ = try await world.register(&passkey, try await world.signedUser())
        func owner() throws -> StoredUser? {
            try world.storage.user(tenantID: World.poolID, credentialID: passkey.id)
        }
        var user = try #require(try owner())
        user.authenticators.removeLast()
        try world.storage.save(user)
        #expect(try owner() == nil)
        try world.storage.remove(user.id)
        #expect(try world.storage.user(user.id) == nil)
    }

    @Test("Only its owner may read the file, and nothing else is left beside it")
    func mode() async throws {
        try await withPath { path in
            _ = try await World(storage: FileStorage(path: path)).signedUser()
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            let folder = (path as NSString).deletingLastPathComponent
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["state.json"])
        }
    }

    @Test(
        "A file of another form is refused and left as it is",
        arguments: [
            "", "{}", "not JSON", #"{"version":2,"users":[]}"#, #"{"version":1}"#, #"{"version":1,"users":[{}]}"#,
        ])
    func otherForm(content: String) async throws {
        try await withPath { path in
            try Data(content.utf8).write(to: URL(fileURLWithPath: path))
            #expect(throws: StorageError.notAState(path: path)) { try FileStorage(path: path) }
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(content.utf8))
        }
    }

    @Test("What cannot be read or written is an error, and what was not written is not remembered")
    func unusable() async throws {
        try await withPath { path in
            let folder = (path as NSString).deletingLastPathComponent
            #expect(throws: StorageError.unreadable(path: folder, errorNumber: EISDIR)) {
                try FileStorage(path: folder)
            }
            let lost = folder + "/missing/state.json"
            let storage = try FileStorage(path: lost)
            let world = try World(storage: storage)
            let token = await world.call("POST", "users/u/actions/a", .server(World.secret), "{}")
            #expect(token.failure == Failure(500, "unexpected_error"))
            #expect(storage.user(UserID(tenantID: World.tenantID, id: "u")) == nil)
        }
    }
}
