import AuthenticatorFunction
import AuthenticatorService
import AuthenticatorTestSupport
import PasskeyServices
import Passkeys
import Primitives
import StandIns
import TestSupport
import Testing

@Suite("Tables that do not answer, or hold what cannot be read")
struct OutageTests {
    private typealias Sample = StorageSamples

    @Test(
        "without an answer nothing is assumed",
        arguments: [
            .closed, .answer(500), .answer(400, body: Array(#"{"__type":"AccessDeniedException"}"#.utf8)),
            .answer(400, body: Array(#"{"__type":"a#ProvisionedThroughputExceededException"}"#.utf8)),
            .answer(400, body: Array(#"{"__type":"a#TransactionConflictException"}"#.utf8)),
            .answer(200, body: Array("[]".utf8)),
        ] as [ScriptedAnswer])
    func noAnswerIsUnavailable(answer: ScriptedAnswer) throws {
        let server = try ScriptedServer { _ in answer }
        for (name, _, operation) in RequestCountTests.operations {
            let storage = try TableServer.storage(at: "http://\(server.endpoint)")
            let error = #expect(throws: StorageError.self, "\(name)") { try operation(storage, Sample.user()) }
            #expect(error?.isUnavailable == true, "\(name)")
        }
    }

    @Test("a table that is silent is given up at the deadline")
    func silenceEndsAtTheDeadline() throws {
        // On a busy machine the time may end before the request is sent.
        let requests = try attempt(until: { $0 > 0 }) {
            let server = try ScriptedServer { _ in .silence }
            let storage = try TableServer.storage(at: "http://\(server.endpoint)", milliseconds: 200)
            let error = #expect(throws: StorageError.self) {
                try storage.user(Sample.user().id)
            }
            #expect(error?.isUnavailable == true)
            waitUntil(seconds: 5) { !server.requests.isEmpty }
            return server.requests.count
        }
        #expect(requests == 1)
    }

    @Test(
        "a user without all of their items' attributes is unreadable, never somebody else",
        arguments: [
            ("profile", "tenantId"), ("profile", "userId"), ("profile", "handle"), ("profile", "version"),
            ("profile", "hasHadPasskey"), ("profile", "lastAttempt"), ("email#mailbox", "id"),
            ("email#mailbox", "email"),
            ("email#mailbox", "createdAt"), ("email#mailbox", "lastVerifiedAt"), ("email#mailbox", "addedInVersion"),
            ("passkey#passkey", "credentialId"), ("passkey#passkey", "userHandle"), ("passkey#passkey", "publicKey"),
            ("passkey#passkey", "aaguid"), ("passkey#passkey", "transports"), ("passkey#passkey", "isBackupEligible"),
            ("passkey#passkey", "isBackedUp"), ("passkey#passkey", "signCount"), ("passkey#passkey", "hasVerifiedUser"),
        ])
    func missingAttributeIsUnreadable(sk: String, attribute: String) throws {
        let server = try TableServer()
        let storage = try server.storage()
        try enrol(storage)
        try server.update("users", #""pk":{"S":"user#pool#alice"},"sk":{"S":"\#(sk)"}"#, "REMOVE \(attribute)")
        let name = sk == "profile" ? "a profile" : "an authenticator"
        #expect(throws: StorageError.unreadable("users: \(name)")) { try storage.user(Sample.user().id) }
        #expect(throws: StorageError.unreadable("users: \(name)")) {
            try storage.owner(ofCredential: [UInt8](repeating: 1, count: 32), tenantID: "pool")
        }
    }

    @Test("a passkey's key is read only to verify a signature, but its model must have the length of one")
    func keyIsNotDecoded() throws {
        let server = try TableServer()
        let storage = try server.storage()
        try enrol(storage)
        let key = #""pk":{"S":"user#pool#alice"},"sk":{"S":"passkey#passkey"}"#
        try server.update("users", key, "SET publicKey = :value", #"{"B":"AA=="}"#)
        try expect(storage.user(Sample.user().id)?.authenticators.count, equals: 2)
        try server.update("users", key, "SET aaguid = :value", #"{"B":"AA=="}"#)
        #expect(throws: StorageError.unreadable("users: an authenticator")) { try storage.user(Sample.user().id) }
    }

    @Test(
        "a profile of another user under this user's key is unreadable, and one that was never written so",
        arguments: [
            ("userId", #"{"S":"bob"}"#), ("tenantId", #"{"S":"another pool"}"#), ("version", #"{"N":"0"}"#),
            ("handle", #"{"B":""}"#), ("handle", #"{"B":"\#(Base64.encode([UInt8](repeating: 7, count: 65)))"}"#),
        ])
    func wrongProfileIsUnreadable(attribute: String, value: String) throws {
        let server = try TableServer()
        let storage = try server.storage()
        try enrol(storage)
        let key = #""pk":{"S":"user#pool#alice"},"sk":{"S":"profile"}"#
        try server.update("users", key, "SET \(attribute) = :value", value)
        #expect(throws: StorageError.unreadable("users: a profile")) { try storage.user(Sample.user().id) }
    }

    @Test("a user without a profile is unreadable, and no new user")
    func missingProfileIsUnreadable() throws {
        let server = try TableServer()
        let storage = try server.storage()
        try enrol(storage)
        server.standIn.replaceItems(
            with: [TableServer.tables.users: server.userItems.filter { $0["sk"] != .string("profile") }])
        let error = StorageError.unreadable("users: a user without a profile")
        #expect(throws: error) { try storage.user(Sample.user().id) }
        #expect(throws: error) { try storage.userWithoutPasskeys(Sample.user().id) }
    }

    @Test("a pointer without its passkey says nothing about the passkey")
    func pointerWithoutPasskeyIsUnreadable() throws {
        let server = try TableServer()
        let storage = try server.storage()
        try enrol(storage)
        let credential = [UInt8](repeating: 1, count: 32)
        let pointer = try #require(server.userItems.first { $0["sk"] == .string("owner") })
        guard case .string(let pk) = pointer["pk"] else { return }
        try server.update("users", #""pk":{"S":"\#(pk)"},"sk":{"S":"owner"}"#, "SET userId = :value", #"{"S":"bob"}"#)
        let error = StorageError.unreadable("users: a pointer without its passkey")
        #expect(throws: error) { try storage.owner(ofCredential: credential, tenantID: "pool") }
        let (tables, deadline) = try TableServer.passkeys(at: server.endpoint)
        #expect(throws: error) { try tables.passkey(credential, tenantID: "pool", by: deadline) }
        _ = try storage.enrolSample(Sample.user("bob"), by: Sample.attempt("b"))
        #expect(throws: error) { try storage.owner(ofCredential: credential, tenantID: "pool") }
        // Another passkey stands where the pointer points to.
        let owner = #""pk":{"S":"\#(pk)"},"sk":{"S":"owner"}"#
        try server.update("users", owner, "SET userId = :value", #"{"S":"alice"}"#)
        let other = Base64.encode([UInt8](repeating: 2, count: 32))
        try server.update(
            "users", #""pk":{"S":"user#pool#alice"},"sk":{"S":"passkey#passkey"}"#, "SET credentialId = :value",
            #"{"B":"\#(other)"}"#)
        #expect(throws: error) { try storage.owner(ofCredential: credential, tenantID: "pool") }
        #expect(throws: error) { try tables.passkey(credential, tenantID: "pool", by: deadline) }
        try server.update("users", owner, "REMOVE userId")
        #expect(throws: StorageError.unreadable("users: a pointer")) {
            try storage.owner(ofCredential: credential, tenantID: "pool")
        }
    }

    @Test("a used challenge without its time is unreadable to the attempt that used it, and used up for all others")
    func usedChallengeWithoutTimeIsUnreadable() throws {
        let server = try TableServer()
        let storage = try server.storage()
        func use(by attempt: String) throws(StorageError) -> PasskeyUseOutcome {
            let use = PasskeyUse(signCount: 0, isBackedUp: false, isUserVerified: true, demandsHigherCount: false)
            return try storage.use(
                use, of: "passkey", of: Sample.user().id, answering: Sample.challenge("use"),
                by: Sample.attempt(attempt))
        }
        try enrol(storage)
        let former = server.items.compactMap { $0["pk"] }
        try expect(use(by: "a"), equals: .used(at: Sample.time))
        let item = server.items.compactMap { $0["pk"] }.first { !former.contains($0) }
        guard case .string(let pk) = try #require(item) else { return }
        try server.update("state", #""pk":{"S":"\#(pk)"}"#, "REMOVE usedAt")
        #expect(throws: StorageError.unreadable("state: a used challenge")) {
            try use(by: "a")
        }
        try expect(use(by: "b"), equals: .challengeUsed)
    }

    private func enrol(_ storage: DynamoDBStorage) throws {
        let passkey = try Sample.passkey(by: Sample.attempt("a"))
        try expect(
            storage.add(passkey, to: Sample.user(), answering: Sample.challenge(), by: Sample.attempt("a")),
            equals: .added)
        let user = try #require(try storage.user(Sample.user().id))
        try expect(storage.enrol(Sample.mailbox(), of: user, replacing: [], by: Sample.attempt("b")), equals: .made)
    }
}

extension StorageError {
    fileprivate var isUnavailable: Bool {
        if case .unavailable = self { true } else { false }
    }
}
