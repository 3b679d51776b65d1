import AuthenticatorFunction
import AuthenticatorService
import AuthenticatorTestSupport
import Primitives
import Testing

/// A change that a request makes in the storage, with what it comes to.
struct StoredChange: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Brings about what the change starts from.
    let prepare: @Sendable (DynamoDBStorage) throws -> Void
    /// Makes the change on what was read of the user, and describes the outcome.
    let make: @Sendable (DynamoDBStorage, StoredUser, Attempt) throws -> String
    /// The outcome, whether or not the attempt has made the change before.
    let outcome: String
    /// The outcome for another attempt that comes later with what was read before.
    let outcomeForOthers: String

    private init(
        _ name: String, _ outcome: String, others: String,
        after prepare: @escaping @Sendable (DynamoDBStorage) throws -> Void = { _ in },
        _ make: @escaping @Sendable (DynamoDBStorage, StoredUser, Attempt) throws -> String
    ) {
        testDescription = name
        self.outcome = outcome
        outcomeForOthers = others
        self.prepare = prepare
        self.make = make
    }

    /// The user of all changes, as they were read or as they begin.
    static func user(_ storage: DynamoDBStorage) throws -> StoredUser {
        try storage.user(Sample.user().id) ?? Sample.user()
    }

    private typealias Sample = StorageSamples

    private static let passkey = Result { try Sample.passkey(by: Sample.attempt("enrolment"), signCount: 5) }
    private static let changedPasskey = Result {
        try Sample.passkey("further", credential: 2, by: Sample.attempt("change"))
    }

    private static func enrol(_ storage: DynamoDBStorage) throws {
        let attempt = Sample.attempt("enrolment")
        _ = try storage.add(passkey.get(), to: Sample.user(), answering: Sample.challenge(), by: attempt)
        let mailbox = Sample.mailbox()
        _ = try storage.enrol(mailbox, of: try user(storage), replacing: [], by: Sample.attempt("second enrolment"))
    }

    static let all = [
        StoredChange("a new user", "made", others: "conflict") { storage, user, attempt in
            "\(try storage.enrolSample(user, by: attempt))"
        },
        StoredChange("another profile", "made", others: "conflict", after: enrol) { storage, user, attempt in
            var user = user
            user.displayName = nil
            return "\(try storage.enrolSample(user, by: attempt))"
        },
        StoredChange("a further passkey", "added", others: "taken", after: enrol) { storage, user, attempt in
            "\(try storage.add(changedPasskey.get(), to: user, answering: Sample.challenge("2"), by: attempt))"
        },
        StoredChange("another mailbox", "made", others: "conflict", after: enrol) { storage, user, attempt in
            let new = Sample.mailbox("new", "new@example.org")
            return "\(try storage.enrol(new, of: user, replacing: ["mailbox"], by: attempt))"
        },
        StoredChange("another name", "made", others: "conflict", after: enrol) { storage, user, attempt in
            "\(try storage.rename("passkey", of: user, to: "Key", by: attempt))"
        },
        StoredChange("a passkey less", "made", others: "conflict", after: enrol) { storage, user, attempt in
            "\(try storage.remove("passkey", of: user, by: attempt))"
        },
        StoredChange("a use", "noted", others: "countNotHigher", after: enrol) { storage, user, attempt in
            let use = AuthenticatorUse.Passkey(
                signCount: 6, isBackedUp: true, isUserVerified: true, demandsHigherCount: true)
            return "\(try storage.noteUse(AuthenticatorUse(passkey: use), of: "passkey", of: user.id, by: attempt))"
        },
        StoredChange("a used challenge", "\(Sample.time)", others: "nil") { storage, _, attempt in
            try storage.useUp(Sample.challenge(), by: attempt).map { "\($0)" } ?? "nil"
        },
    ]
}
