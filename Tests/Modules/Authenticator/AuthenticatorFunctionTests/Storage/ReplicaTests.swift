import AuthenticatorFunction
import AuthenticatorService
import AuthenticatorTestSupport
import StandIns
import TestSupport
import Testing

/// The table of users in two Regions: items arrive one by one, late, and the last write of an item wins.
@Suite("Two replicas of the table of users")
struct ReplicaTests {
    private typealias Sample = StorageSamples

    private let servers: [TableServer]
    private let replication: GlobalTable
    private let here: DynamoDBStorage
    private let there: DynamoDBStorage
    private let id = StorageSamples.user().id
    private let credential = [UInt8](repeating: 1, count: 32)
    private let second = [UInt8](repeating: 2, count: 32)

    init() throws {
        servers = [try TableServer(), try TableServer()]
        replication = GlobalTable("users", in: servers.map(\.standIn), delay: .seconds(1))
        (here, there) = (try servers[0].storage(), try servers[1].storage())
    }

    private func catchUp() { replication.advance(by: .seconds(1)) }

    private func owner(_ storage: DynamoDBStorage, _ credential: [UInt8]? = nil) throws -> StoredUser? {
        try storage.owner(ofCredential: credential ?? self.credential, tenantID: "pool")
    }

    /// Adds a passkey to the user as a replica has them.
    private func add(_ name: String, credential: UInt8 = 1, to storage: DynamoDBStorage) throws {
        let attempt = Sample.attempt(name)
        let user = try storage.user(id) ?? Sample.user()
        let passkey = try Sample.passkey(name, credential: credential, by: attempt)
        try expect(storage.add(passkey, to: user, answering: Sample.challenge(name), by: attempt), equals: .added)
    }

    private static func kind(_ item: TableItem?) -> String {
        guard case .string(let sk) = item?["sk"] else { return "removed" }
        return String(sk.prefix { $0 != "#" })
    }

    @Test(
        "half a replica lets nobody in, and says nothing about the passkey if its pointer is there",
        arguments: [
            ([], nil), (["profile"], nil), (["passkey"], nil), (["profile", "passkey"], nil),
            (["owner"], "users: a pointer without its passkey"),
            (["owner", "profile"], "users: a pointer without its passkey"),
            (["owner", "passkey"], "users: a user without a profile"),
        ] as [([String], String?)])
    func halfReplicaLetsNobodyIn(arrived: [String], fault: String?) throws {
        try add("passkey", to: here)
        replication.deliver { arrived.contains(Self.kind($0)) }
        if let fault {
            #expect(throws: StorageError.unreadable(fault)) { try owner(there) }
        } else {
            try expect(owner(there)) { $0 == nil }
        }
        catchUp()
        try expect(owner(there)?.id, equals: id)
        #expect(replication.countUnderWay == 0)
    }

    @Test("passkeys that are added in both Regions at once all remain")
    func noneIsLost() throws {
        try add("first", to: here)
        catchUp()
        try add("second", credential: 2, to: here)
        try add("third", credential: 3, to: there)
        catchUp()
        for storage in [here, there] {
            let user = try #require(try storage.user(id))
            #expect(user.authenticators.map(\.id) == ["first", "second", "third"])
            for credential: UInt8 in 1...3 {
                try expect(owner(storage, [UInt8](repeating: credential, count: 32))?.id, equals: id)
            }
        }
        try add("fourth", credential: 4, to: there)
        try expect(there.user(id)?.authenticators.count, equals: 4)
    }

    @Test("a user's first passkeys in both Regions both remain, although one profile takes the other's place")
    func firstPasskeysRemain() throws {
        try add("first", to: here)
        try add("second", credential: 2, to: there)
        catchUp()
        for storage in [here, there] {
            try expect(owner(storage)?.id, equals: id)
            try expect(owner(storage, second)?.id, equals: id)
        }
    }

    @Test("a removed passkey is good in the other Region until the removal arrives")
    func removalArrivesLate() throws {
        try add("passkey", to: here)
        catchUp()
        let user = try #require(try here.user(id))
        try expect(here.remove("passkey", of: user, by: Sample.attempt("removal")), equals: .made)
        try expect(owner(here)) { $0 == nil }
        try expect(owner(there)?.id, equals: id)
        catchUp()
        try expect(owner(there)) { $0 == nil }
        try expect(there.user(id)?.authenticators.isEmpty, equals: true)
    }

    @Test("a use in one Region does not bring back a passkey that was removed in the other")
    func useBringsNothingBack() throws {
        try add("passkey", to: here)
        catchUp()
        let user = try #require(try here.user(id))
        try expect(here.remove("passkey", of: user, by: Sample.attempt("removal")), equals: .made)
        let use = AuthenticatorUse.Passkey(
            signCount: 1, isBackedUp: true, isUserVerified: true, demandsHigherCount: false)
        try expect(
            there.note(AuthenticatorUse(passkey: use), of: "passkey", of: id, by: Sample.attempt("use")), equals: .noted
        )
        catchUp()
        for storage in [here, there] { try expect(owner(storage)) { $0 == nil } }
        // The use was the last write of that item. Its owner can remove it again.
        let later = try #require(try here.user(id))
        #expect(later.authenticators.map(\.id) == ["passkey"])
        try expect(here.remove("passkey", of: later, by: Sample.attempt("again")), equals: .made)
        catchUp()
        try expect(there.user(id)?.authenticators.isEmpty, equals: true)
    }

    @Test("that a user has had a passkey is not forgotten when the other Region's profile wins")
    func firstPasskeyIsRemembered() throws {
        _ = try here.enrolSample(Sample.user(), by: Sample.attempt("profile"))
        catchUp()
        try add("passkey", to: here)
        var user = try #require(try there.user(id))
        #expect(!user.hasHadPasskey)
        user.displayName = "Zoë"
        try expect(there.enrolSample(user, by: Sample.attempt("name")), equals: .made)
        catchUp()
        for storage in [here, there] { try expect(storage.user(id)?.hasHadPasskey, equals: true) }
        user = try #require(try there.user(id))
        try expect(there.remove("passkey", of: user, by: Sample.attempt("removal")), equals: .made)
        try expect(there.user(id)?.hasHadPasskey, equals: true)
    }
}
