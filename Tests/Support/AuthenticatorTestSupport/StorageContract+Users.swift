package import AuthenticatorService
package import Passkeys
internal import TestSupport
internal import Testing

extension StorageContract {
    private typealias Sample = StorageSamples

    /// The rules about users and their mailboxes.
    static let users = [
        StorageContract("a user who was never stored is unknown") { storage throws in
            try expect(storage.user(Sample.user().id)) { $0 == nil }
            try expect(storage.owner(ofCredential: [1], tenantID: "pool")) { $0 == nil }
        },
        StorageContract("a profile is stored as it was given, for its pool alone") { storage throws in
            try expect(storage.enrolSample(Sample.user(), by: Sample.attempt("a")), equals: .made)
            let stored = try #require(try storage.user(Sample.user().id))
            let given = Sample.user()
            #expect(stored.handle == given.handle && stored.email == given.email)
            #expect(stored.username == given.username && stored.displayName == given.displayName)
            #expect(stored.locale == given.locale)
            #expect(stored.version == 1 && stored.lastAttempt == "a" && !stored.hasHadPasskey)
            try expect(storage.user(Sample.user(tenantID: "another pool").id)) { $0 == nil }
        },
        StorageContract("a profile that lost its members is stored without them") { storage throws in
            try expect(storage.enrolSample(Sample.user(), by: Sample.attempt("a")), equals: .made)
            var user = try #require(try storage.user(Sample.user().id))
            user.email = nil
            user.displayName = nil
            try expect(storage.enrolSample(user, by: Sample.attempt("b")), equals: .made)
            let stored = try #require(try storage.user(user.id))
            #expect(stored.email == nil && stored.displayName == nil && stored.username == user.username)
        },
        StorageContract("a change of a user who has changed since is refused") { storage throws in
            try expect(storage.enrolSample(Sample.user(), by: Sample.attempt("a")), equals: .made)
            try expect(storage.enrolSample(Sample.user(), by: Sample.attempt("b")), equals: .conflict)
            try expect(
                storage.enrol(Sample.mailbox("new"), of: Sample.user(), replacing: [], by: Sample.attempt("b")),
                equals: .conflict)
            try expect(storage.user(Sample.user().id)?.authenticators.map(\.id), equals: ["mailbox"])
        },
        StorageContract("the same attempt finds its change made, and changes nothing more") { storage throws in
            try expect(storage.enrolSample(Sample.user(), by: Sample.attempt("a")), equals: .made)
            try expect(storage.enrolSample(Sample.user(), by: Sample.attempt("a", after: 2)), equals: .made)
            try expect(storage.user(Sample.user().id)?.version, equals: 1)
        },
        StorageContract("a mailbox takes the place of former ones in one step") { storage throws in
            let id = Sample.user().id
            try expect(
                storage.enrol(Sample.mailbox(), of: Sample.user(), replacing: [], by: Sample.attempt("a")),
                equals: .made)
            var user = try #require(try storage.user(id))
            #expect(user.authenticators.map(\.id) == ["mailbox"] && user.authenticators[0].enrolledBy == "enrolment")
            user.email = "new@example.org"
            let new = Sample.mailbox("new", "new@example.org")
            try expect(storage.enrol(new, of: user, replacing: ["mailbox"], by: Sample.attempt("b")), equals: .made)
            let stored = try #require(try storage.user(id))
            #expect(stored.authenticators.map(\.id) == ["new"] && stored.email == "new@example.org")
            #expect(stored.version == 2)
            try expect(storage.enrol(new, of: stored, replacing: ["new"], by: Sample.attempt("c")), equals: .made)
            try expect(storage.user(id)?.authenticators.map(\.id), equals: ["new"])
        },
    ]

    /// The credential id of the sample passkey.
    static var passkeyID: [UInt8] { [UInt8](repeating: 1, count: 32) }
}

extension AuthenticatorStorage {
    /// Stores a user's names and addresses with the sample mailbox.
    package func enrolSample(_ user: StoredUser, by attempt: Attempt) throws(StorageError) -> UserChange {
        try enrol(StorageSamples.mailbox(), of: user, replacing: [], by: attempt)
    }
}
