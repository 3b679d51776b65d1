import AuthenticatorFunction
import AuthenticatorService
import AuthenticatorTestSupport
import Passkeys
import StandIns
import Synchronization
import Testing
import WebAuthn

/// A use that comes late is noted in two steps: the first fails and reads the item, the second adds to what was read.
@Suite("A late use between whose steps something else happens")
struct InterruptedUseTests {
    private typealias Sample = StorageSamples

    @Test("a passkey's highest count is kept, although the other use has the same time and is the first of all")
    func highestCountIsKept() throws {
        let server = try TableServer()
        let storage = try server.storage()
        let attempt = Sample.attempt("a")
        let passkey = try Sample.passkey(by: attempt, signCount: 5)
        _ = try storage.add(passkey, to: Sample.user(), answering: Sample.challenge(), by: attempt)
        server.meanwhile { server throws in
            let key = #""pk":{"S":"user#pool#alice"},"sk":{"S":"passkey#passkey"}"#
            try server.update("users", key, "SET signCount = :value", #"{"N":"9"}"#)
            try server.update("users", key, "SET lastUsedBy = :value", #"{"S":"other"}"#)
        }
        let use = PasskeyUse(
            signCount: 3, isBackedUp: true, isUserVerified: true, demandsHigherCount: false)
        let outcome = try storage.use(
            use, of: "passkey", of: Sample.user().id, answering: Sample.challenge("use"),
            by: Sample.attempt("late", after: -1))
        #expect(outcome == .used(at: Sample.time - 1))
        guard case .passkey(let record, _, _) = try storage.user(Sample.user().id)?.authenticators.first?.kind else {
            Issue.record("the passkey is gone")
            return
        }
        #expect(record.signCount == 9)
    }

    @Test("an authenticator that others use each time in between is given up, and none of its uses is noted")
    func othersInBetweenEachTime() throws {
        let server = try TableServer()
        let storage = try server.storage()
        let attempt = Sample.attempt("a")
        _ = try storage.add(Sample.passkey(by: attempt), to: Sample.user(), answering: Sample.challenge(), by: attempt)
        let user = try #require(try storage.user(Sample.user().id))
        _ = try storage.enrol(Sample.mailbox(), of: user, replacing: [], by: Sample.attempt("b"))
        let time = Mutex(Sample.time)
        func useOthers(_ sk: String) {
            server.meanwhile(times: 10) { server throws in
                let later = time.withLock { time in
                    time += 1
                    return time
                }
                let key = #""pk":{"S":"user#pool#alice"},"sk":{"S":"\#(sk)"}"#
                try server.update("users", key, "SET lastVerifiedAt = :value", #"{"N":"\#(later)"}"#)
            }
        }
        let late = Sample.attempt("late", after: -1)
        let error = StorageError.unavailable("users: an authenticator is used again and again at the same time")
        useOthers("email#mailbox")
        #expect(throws: error) { try storage.noteUse(ofMailbox: "mailbox", of: user.id, by: late) }
        useOthers("passkey#passkey")
        let use = PasskeyUse(signCount: 1, isBackedUp: true, isUserVerified: true, demandsHigherCount: false)
        #expect(throws: error) {
            try storage.use(use, of: "passkey", of: user.id, answering: Sample.challenge("use"), by: late)
        }
        let stored = try #require(try storage.user(user.id)).authenticators
        #expect(stored.map(\.lastUsedBy) == [nil, nil])
    }

    @Test("a mailbox that has been removed has no use")
    func removedMailboxHasNoUse() throws {
        let server = try TableServer()
        let storage = try server.storage()
        _ = try storage.enrolSample(Sample.user(), by: Sample.attempt("a"))
        server.meanwhile { $0.standIn.replaceItems(with: [:]) }
        let time = try storage.noteUse(
            ofMailbox: "mailbox", of: Sample.user().id, by: Sample.attempt("late", after: -1))
        #expect(time == nil)
        #expect(server.userItems.isEmpty)
    }
}
