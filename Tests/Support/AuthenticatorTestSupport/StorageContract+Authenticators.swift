internal import AuthenticatorService
internal import Passkeys
internal import TestSupport
internal import Testing
internal import WebAuthn

extension StorageContract {
    private typealias Sample = StorageSamples

    /// The rules about passkeys.
    static let authenticators = [
        StorageContract("a passkey is stored with its whole record, and found by its credential id") { storage throws in
            let attempt = Sample.attempt("a")
            let passkey = try Sample.passkey(by: attempt, signCount: 5)
            try expect(
                storage.add(passkey, to: Sample.user(), answering: Sample.challenge(), by: attempt), equals: .added)
            let owner = try #require(try storage.owner(ofCredential: passkeyID, tenantID: "pool"))
            #expect(owner.id == Sample.user().id && owner.hasHadPasskey && owner.version == 1)
            #expect(owner.username == Sample.user().username)
            let stored = try #require(owner.authenticators.first)
            #expect(stored.id == "passkey" && stored.name == "My phone" && stored.enrolledBy == "a")
            #expect(stored.createdAt == Sample.time && stored.lastVerifiedAt == Sample.time)
            guard case .passkey(let record, "alice", "Alice") = stored.kind,
                case .passkey(let given, _, _) = passkey.kind
            else {
                Issue.record("the passkey is stored as something else")
                return
            }
            #expect(record.id == given.id && record.userHandle == given.userHandle && record.aaguid == given.aaguid)
            #expect(record.publicKey == given.publicKey && record.transports == given.transports)
            #expect(record.isBackupEligible && !record.isBackedUp && record.signCount == 5 && !record.hasVerifiedUser)
            try expect(storage.owner(ofCredential: passkeyID, tenantID: "another pool")) { $0 == nil }
        },
        StorageContract("a user without passkeys is the same user with the mailboxes alone") { storage throws in
            let (first, second) = (Sample.attempt("a"), Sample.attempt("b"))
            try expect(storage.userWithoutPasskeys(Sample.user().id)) { $0 == nil }
            _ = try storage.add(
                try Sample.passkey(by: first), to: Sample.user(), answering: Sample.challenge(), by: first)
            let user = try #require(try storage.user(Sample.user().id))
            try expect(storage.userWithoutPasskeys(user.id)?.hasHadPasskey, equals: true)
            _ = try storage.enrol(Sample.mailbox(), of: user, replacing: [], by: second)
            let read = try #require(try storage.userWithoutPasskeys(user.id))
            #expect(read.authenticators.map(\.id) == ["mailbox"] && read.hasHadPasskey && read.version == 2)
        },
        StorageContract("a credential id belongs to one user, whoever comes second") { storage throws in
            let (first, second) = (Sample.attempt("a"), Sample.attempt("b"))
            let passkey = try Sample.passkey(by: first)
            try expect(
                storage.add(passkey, to: Sample.user(), answering: Sample.challenge(), by: first), equals: .added)
            try expect(
                storage.add(
                    Sample.passkey("other", by: second), to: Sample.user("bob"), answering: Sample.challenge("2"),
                    by: second), equals: .taken)
            try expect(storage.user(Sample.user("bob").id)) { $0 == nil }
            // The refused attempt has not used its challenge up.
            try expect(
                storage.use(use(1), of: "passkey", of: Sample.user().id, by: Sample.attempt("c"), "2"),
                equals: .used(at: Sample.time))
        },
        StorageContract("a challenge adds one passkey, and a refused passkey changes nothing") { storage throws in
            let (first, second) = (Sample.attempt("a"), Sample.attempt("b"))
            let passkey = try Sample.passkey(by: first)
            try expect(
                storage.add(passkey, to: Sample.user(), answering: Sample.challenge(), by: first), equals: .added)
            let user = try #require(try storage.user(Sample.user().id))
            let further = try Sample.passkey("further", credential: 2, by: second)
            try expect(
                storage.add(further, to: user, answering: Sample.challenge(), by: second), equals: .challengeUsed)
            try expect(storage.user(user.id)?.authenticators.map(\.id), equals: ["passkey"])
            try expect(
                storage.add(further, to: Sample.user(), answering: Sample.challenge("2"), by: second), equals: .conflict
            )
            try expect(storage.owner(ofCredential: [UInt8](repeating: 2, count: 32), tenantID: "pool")) { $0 == nil }
            try expect(storage.add(further, to: user, answering: Sample.challenge("2"), by: second), equals: .added)
            try expect(storage.user(user.id)?.authenticators.map(\.id), equals: ["passkey", "further"])
        },
        StorageContract("the same attempt finds its passkey added") { storage throws in
            let attempt = Sample.attempt("a")
            let passkey = try Sample.passkey(by: attempt)
            for _ in 0..<2 {
                try expect(
                    storage.add(passkey, to: Sample.user(), answering: Sample.challenge(), by: attempt), equals: .added)
            }
            try expect(storage.user(Sample.user().id)?.authenticators.count, equals: 1)
        },
        StorageContract("a passkey is renamed and removed, and its credential id is free again") { storage throws in
            let attempt = Sample.attempt("a")
            let passkey = try Sample.passkey(by: attempt)
            try expect(
                storage.add(passkey, to: Sample.user(), answering: Sample.challenge(), by: attempt), equals: .added)
            var user = try #require(try storage.user(Sample.user().id))
            try expect(storage.rename("passkey", of: user, to: "Zoë’s key", by: Sample.attempt("b")), equals: .made)
            try expect(storage.remove("passkey", of: user, by: Sample.attempt("c")), equals: .conflict)
            user = try #require(try storage.user(user.id))
            #expect(user.authenticators.map(\.name) == ["Zoë’s key"])
            try expect(storage.remove("passkey", of: user, by: Sample.attempt("d")), equals: .made)
            try expect(storage.remove("passkey", of: user, by: Sample.attempt("d")), equals: .made)
            let stored = try #require(try storage.user(user.id))
            #expect(stored.authenticators.isEmpty && stored.hasHadPasskey && stored.version == 3)
            try expect(storage.owner(ofCredential: passkeyID, tenantID: "pool")) { $0 == nil }
            let again = Sample.attempt("e")
            try expect(
                storage.add(
                    Sample.passkey("again", by: again), to: stored, answering: Sample.challenge("2"), by: again),
                equals: .added)
        },
        StorageContract("one of several authenticators is renamed or removed, and the others stay as they are") {
            storage throws in
            _ = try storage.enrolSample(Sample.user(), by: Sample.attempt("enrolment"))
            for (byte, name) in [(UInt8(1), "first"), (2, "second")] {
                let (user, attempt) = (try #require(try storage.user(Sample.user().id)), Sample.attempt(name))
                let passkey = try Sample.passkey(name, credential: byte, by: attempt)
                _ = try storage.add(passkey, to: user, answering: Sample.challenge(name), by: attempt)
            }
            func change(_ change: (StoredUser) throws -> UserChange) throws -> [String] {
                try expect(change(#require(try storage.user(Sample.user().id))), equals: .made)
                return try #require(try storage.user(Sample.user().id)).authenticators.map {
                    "\($0.id) \($0.name ?? "")"
                }
            }
            try expect(
                change { try storage.rename("second", of: $0, to: "My key", by: Sample.attempt("rename")) },
                equals: ["mailbox ", "first My phone", "second My key"])
            try expect(
                change { try storage.remove("first", of: $0, by: Sample.attempt("remove")) },
                equals: ["mailbox ", "second My key"])
        },
        StorageContract("a use keeps the highest sign count, and is no change of the user") { storage throws in
            let attempt = Sample.attempt("a")
            let passkey = try Sample.passkey(by: attempt, signCount: 5)
            try expect(
                storage.add(passkey, to: Sample.user(), answering: Sample.challenge(), by: attempt), equals: .added)
            let id = Sample.user().id
            for (count, name, seconds) in [(UInt32(9), "b", Int64(10)), (7, "c", 20)] {
                try expect(
                    storage.use(use(count), of: "passkey", of: id, by: Sample.attempt(name, after: seconds), name),
                    equals: .used(at: Sample.time + seconds))
            }
            let user = try #require(try storage.user(id))
            let stored = try #require(user.authenticators.first)
            guard case .passkey(let record, _, _) = stored.kind else { return }
            #expect(record.signCount == 9 && record.hasVerifiedUser && record.isBackedUp && user.version == 1)
            #expect(stored.lastVerifiedAt == Sample.time + 20 && stored.lastUsedBy == "c")
        },
        StorageContract("only a use with user verification notes one, and a later use without it keeps the note") {
            storage in
            let attempt = Sample.attempt("a")
            let passkey = try Sample.passkey(by: attempt)
            try expect(
                storage.add(passkey, to: Sample.user(), answering: Sample.challenge(), by: attempt), equals: .added)
            let id = Sample.user().id
            for (number, isUserVerified, hasVerifiedUser) in [(1, false, false), (2, true, true), (3, false, true)] {
                let use = use(UInt32(number), isUserVerified: isUserVerified)
                let attempt = Sample.attempt("use \(number)", after: Int64(number))
                try expect(
                    storage.use(use, of: "passkey", of: id, by: attempt, "use \(number)"),
                    equals: .used(at: attempt.time))
                let stored = try #require(try storage.user(id)?.authenticators.first)
                guard case .passkey(let record, _, _) = stored.kind else { return }
                #expect(record.hasVerifiedUser == hasVerifiedUser)
            }
        },
        StorageContract("a use that demands a higher count is refused without one, and leaves its challenge unused") {
            storage in
            let attempt = Sample.attempt("a")
            let passkey = try Sample.passkey(by: attempt, signCount: 5)
            try expect(
                storage.add(passkey, to: Sample.user(), answering: Sample.challenge(), by: attempt), equals: .added)
            let id = Sample.user().id
            let demanding = use(6, demandsHigherCount: true)
            let used = PasskeyUseOutcome.used(at: Sample.time)
            for (attempt, challenge, outcome) in [
                ("b", "b", used), ("b", "b", used), ("c", "b", .challengeUsed), ("c", "c", .countNotHigher),
            ] {
                try expect(
                    storage.use(demanding, of: "passkey", of: id, by: Sample.attempt(attempt), challenge),
                    equals: outcome)
            }
            try expect(
                storage.use(use(7, demandsHigherCount: true), of: "passkey", of: id, by: Sample.attempt("d"), "c"),
                equals: used)
            let uncounted = try Sample.passkey("uncounted", credential: 3, by: Sample.attempt("d"))
            let user = try #require(try storage.user(id))
            try expect(
                storage.add(uncounted, to: user, answering: Sample.challenge("2"), by: Sample.attempt("d")),
                equals: .added)
            for attempt in ["e", "f"] {
                try expect(
                    storage.use(
                        use(0, demandsHigherCount: true), of: "uncounted", of: id, by: Sample.attempt(attempt), attempt),
                    equals: used)
            }
        },
        StorageContract("a use that comes late keeps the newest time, and counts if its count is higher") {
            storage throws in
            let (first, second) = (Sample.attempt("a"), Sample.attempt("b"))
            let passkey = try Sample.passkey(by: first, signCount: 5)
            try expect(
                storage.add(passkey, to: Sample.user(), answering: Sample.challenge(), by: first), equals: .added)
            let user = try #require(try storage.user(Sample.user().id))
            let uncounted = try Sample.passkey("uncounted", credential: 3, by: second)
            try expect(storage.add(uncounted, to: user, answering: Sample.challenge("2"), by: second), equals: .added)
            for (passkey, counts) in [("passkey", [UInt32(9), 12]), ("uncounted", [0, 0])] {
                for (count, (name, seconds)) in zip(counts, [("first", Int64(20)), ("late", 10)]) {
                    let use = use(count, demandsHigherCount: true)
                    let attempt = Sample.attempt("\(name) \(passkey)", after: seconds)
                    try expect(
                        storage.use(use, of: passkey, of: user.id, by: attempt, attempt.id),
                        equals: .used(at: attempt.time))
                }
            }
            for stored in try #require(try storage.user(user.id)).authenticators {
                guard case .passkey(let record, _, _) = stored.kind else { return }
                #expect(record.signCount == (stored.id == "passkey" ? 12 : 0))
                #expect(stored.lastVerifiedAt == Sample.time + 20 && stored.lastUsedBy == "late \(stored.id)")
            }
        },
        StorageContract("a use of a mailbox has the time of its attempt, and none for the one that added it") {
            storage throws in
            let id = Sample.user().id
            func use(_ attempt: String, after seconds: Int64) throws(StorageError) -> Int64? {
                try storage.noteUse(ofMailbox: "mailbox", of: id, by: Sample.attempt(attempt, after: seconds))
            }
            try expect(use("a", after: 0), equals: nil)
            try expect(storage.enrolSample(Sample.user(), by: Sample.attempt("enrolment")), equals: .made)
            try expect(use("enrolment", after: 1), equals: nil)
            try expect(use("b", after: 20), equals: Sample.time + 20)
            try expect(use("b", after: 30), equals: Sample.time + 20)
            try expect(use("late", after: 10), equals: Sample.time + 10)
            let stored = try #require(try storage.user(id)?.authenticators.first)
            #expect(stored.lastVerifiedAt == Sample.time + 20 && stored.lastUsedBy == "late")
        },
        StorageContract("a use of an authenticator that was removed is refused, and leaves its challenge unused") {
            storage throws in
            let user = Sample.user()
            try expect(
                storage.use(use(1), of: "passkey", of: user.id, by: Sample.attempt("a"), "a"), equals: .gone)
            let passkey = try Sample.passkey(by: Sample.attempt("b"))
            try expect(
                storage.add(passkey, to: user, answering: Sample.challenge("a"), by: Sample.attempt("b")),
                equals: .added)
            try expect(storage.noteUse(ofMailbox: "mailbox", of: user.id, by: Sample.attempt("c")), equals: nil)
            try expect(storage.user(user.id)?.authenticators.map(\.id), equals: ["passkey"])
        },
        StorageContract("a challenge is used up by one attempt, which may ask again and gets the time of its use") {
            storage throws in
            let first = Sample.attempt("a")
            let passkey = try Sample.passkey(by: first)
            _ = try storage.add(passkey, to: Sample.user(), answering: Sample.challenge("0"), by: first)
            for (attempt, seconds, challenge, outcome) in [
                ("b", Int64(1), "1", PasskeyUseOutcome.used(at: Sample.time + 1)), ("c", 2, "1", .challengeUsed),
                ("b", 3, "1", .used(at: Sample.time + 1)), ("c", 4, "2", .used(at: Sample.time + 4)),
                ("d", 5, "0", .challengeUsed),
            ] {
                try expect(
                    storage.use(
                        use(0), of: "passkey", of: Sample.user().id, by: Sample.attempt(attempt, after: seconds),
                        challenge), equals: outcome)
            }
            let stored = try #require(try storage.user(Sample.user().id)?.authenticators.first)
            #expect(stored.lastVerifiedAt == Sample.time + 4 && stored.lastUsedBy == "c")
        },
    ]

    private static func use(
        _ signCount: UInt32, isUserVerified: Bool = true, demandsHigherCount: Bool = false
    ) -> PasskeyUse {
        PasskeyUse(
            signCount: signCount, isBackedUp: true, isUserVerified: isUserVerified,
            demandsHigherCount: demandsHigherCount)
    }
}

extension AuthenticatorStorage {
    /// Uses a passkey for a challenge of that id.
    fileprivate func use(
        _ use: PasskeyUse, of id: String, of user: UserID, by attempt: Attempt, _ challenge: String
    ) throws(StorageError) -> PasskeyUseOutcome {
        try self.use(use, of: id, of: user, answering: StorageSamples.challenge(challenge), by: attempt)
    }
}
