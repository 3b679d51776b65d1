import AuthenticatorFunction
import AuthenticatorService
import AuthenticatorTestSupport
import Passkeys
import StandIns
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
