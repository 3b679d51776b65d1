import AuthenticatorFunction
import AuthenticatorService
import AuthenticatorTestSupport
import Passkeys
import TestSupport
import Testing

@Suite("Requests to the tables")
struct RequestCountTests {
    private typealias Sample = StorageSamples

    /// What the storage does for a user with a passkey, and the operations that it takes.
    static let operations: [(String, [String], @Sendable (DynamoDBStorage, StoredUser) throws -> Void)] = [
        ("reading a user", ["Query"], { storage, user throws in _ = try storage.user(user.id) }),
        (
            "reading a user without passkeys", ["Query"],
            { storage, user throws in _ = try storage.userWithoutPasskeys(user.id) }
        ),
        (
            "finding an owner", ["GetItem", "Query"],
            { storage, user throws in
                let owner = try storage.owner(ofCredential: [UInt8](repeating: 1, count: 32), tenantID: "pool")
                #expect(owner?.id == user.id)
            }
        ),
        (
            "finding no owner", ["GetItem"],
            { storage, _ throws in try expect(storage.owner(ofCredential: [9], tenantID: "pool")) { $0 == nil } }
        ),
        (
            "a passkey", ["TransactWriteItems"],
            { storage, user throws in
                let passkey = try Sample.passkey("2", credential: 2, by: Sample.attempt("x"))
                try expect(
                    storage.add(passkey, to: user, answering: Sample.challenge("2"), by: Sample.attempt("x")),
                    equals: .added)
            }
        ),
        (
            "a mailbox", ["TransactWriteItems"],
            { storage, user throws in
                try expect(
                    storage.enrol(Sample.mailbox(), of: user, replacing: [], by: Sample.attempt("x")), equals: .made)
            }
        ),
        (
            "a use", ["TransactWriteItems"],
            { storage, user throws in
                let use = PasskeyUse(
                    signCount: 7, isBackedUp: false, isUserVerified: true, demandsHigherCount: false)
                try expect(
                    storage.use(
                        use, of: "passkey", of: user.id, answering: Sample.challenge("use"), by: Sample.attempt("x")),
                    equals: .used(at: Sample.time))
            }
        ),
        (
            "a passkey that does not count, and its use", ["TransactWriteItems", "TransactWriteItems"],
            { storage, user throws in
                let attempt = Sample.attempt("x")
                let passkey = try Sample.passkey("uncounted", credential: 3, by: attempt)
                _ = try storage.add(passkey, to: user, answering: Sample.challenge("2"), by: attempt)
                let use = PasskeyUse(
                    signCount: 0, isBackedUp: false, isUserVerified: true, demandsHigherCount: true)
                try expect(
                    storage.use(use, of: passkey.id, of: user.id, answering: Sample.challenge("use"), by: attempt),
                    equals: .used(at: Sample.time))
            }
        ),
        (
            "a use that comes late", ["TransactWriteItems", "TransactWriteItems"],
            { storage, user throws in
                let use = PasskeyUse(
                    signCount: 3, isBackedUp: false, isUserVerified: true, demandsHigherCount: false)
                try expect(
                    storage.use(
                        use, of: "passkey", of: user.id, answering: Sample.challenge("use"), by: Sample.attempt("x")),
                    equals: .used(at: Sample.time))
            }
        ),
        (
            "another name", ["TransactWriteItems"],
            { storage, user throws in
                try expect(storage.rename("passkey", of: user, to: "Key", by: Sample.attempt("x")), equals: .made)
            }
        ),
        (
            "a passkey less", ["TransactWriteItems"],
            { storage, user throws in
                try expect(storage.remove("passkey", of: user, by: Sample.attempt("x")), equals: .made)
            }
        ),
    ]

    /// The operations that something takes, and the bytes of their answers.
    private func cost(others: Int, _ body: (DynamoDBStorage, StoredUser) throws -> Void) throws -> (
        operations: [String], bytes: Int
    ) {
        let server = try TableServer()
        let storage = try server.storage()
        let attempt = Sample.attempt("enrolment")
        let passkey = try Sample.passkey(by: attempt, signCount: 5)
        _ = try storage.add(passkey, to: Sample.user(), answering: Sample.challenge(), by: attempt)
        for index in 0..<others {
            let user = Sample.user("other\(index)")
            _ = try storage.enrolSample(user, by: Sample.attempt("other"))
        }
        let user = try #require(try storage.user(Sample.user().id))
        let (count, bytes) = (server.operations.count, server.answeredBytes)
        try body(storage, user)
        return (Array(server.operations.dropFirst(count)), server.answeredBytes - bytes)
    }

    @Test(
        "each operation takes as few requests as it can, with few users and with many", arguments: 0..<operations.count)
    func requestsAreFew(index: Int) throws {
        let (name, expected, body) = Self.operations[index]
        let few = try cost(others: 0, body)
        let many = try cost(others: 60, body)
        #expect(few.operations == expected, "\(name)")
        #expect(many.operations == expected, "\(name)")
        #expect(few.bytes == many.bytes, "\(name)")
    }
}
