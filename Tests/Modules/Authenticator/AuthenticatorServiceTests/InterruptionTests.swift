import AuditLog
import AuthenticatorService
import JSON
import Passkeys
import StandIns
import TestSupport
import Testing

/// Between two calls of the storage another request of the same user may change what the first has read.
@Suite("A request that another one comes between")
struct InterruptionTests {
    private let storage = InterruptedStorage(TableStandIn.authenticatorTables().authenticatorStorage())
    private let service: TestService

    init() throws { service = try TestService(storage: storage) }

    /// Asks for a code in a round; returns the token and the code.
    private func ask(_ key: String, email: String = "a@example.org") throws -> (token: String, code: String) {
        service.clock.advance(by: 1)
        let token = try service.challengeToken("sub", email: email, key: key)
        #expect(service.call("POST", "client/challenge/email-otp", as: .bearer(token)).status == 200)
        service.clock.advance(by: 1)
        return (token, try #require(service.mailBox.mails.last?.code))
    }

    @Test("a mailbox that both prove is added once")
    func mailboxIsAddedOnce() throws {
        let first = try ask("first")
        storage.beforeEnrolment = { [self] () throws in
            let second = try ask("second")
            #expect(service.verify(second.token, second.code)["isVerified"]?.bool == true)
        }
        let answer = service.verify(first.token, first.code)
        #expect(answer["isVerified"]?.bool == true && answer["userAuthenticator"] == nil)
        #expect(service.decisions.filter { $0.kind == .authenticatorAdded }.count == 1)
        try expect(service.storedUser()?.emails.count, equals: 1)
    }

    @Test("a mailbox that another one replaces before it is used is not the proof of anything")
    func replacedMailboxProvesNothing() throws {
        let first = try ask("first")
        storage.beforeEnrolment = { [self] () throws in
            let second = try ask("second")
            _ = service.verify(second.token, second.code)
            storage.beforeMailboxUse = { [self] () throws in
                let third = try ask("third", email: "b@example.org")
                #expect(service.verify(third.token, third.code)["isVerified"]?.bool == true)
            }
        }
        let answer = service.verify(first.token, first.code)
        let mailboxes = try service.storedUser()?.emails ?? []
        let isProven = answer["isVerified"]?.bool == true
        #expect(mailboxes.map(\.address) == [isProven ? "a@example.org" : "b@example.org"])
    }

    @Test("a passkey that is removed before its use is noted proves nothing, and the app may forget it")
    func removedPasskeyProvesNothing() throws {
        let token = try service.signedUser()
        var passkey = try service.registeredPasskey(token)
        let user = try #require(try service.storedUser())
        let id = try #require(user.authenticators.last?.id)
        storage.beforePasskeyUse = { [storage] () throws in
            try expect(storage.remove(id, of: user, by: Attempt(id: "other", time: 0)), equals: .made)
        }
        let answer = try service.signIn(&passkey, .app(TestService.poolID))
        #expect(answer.failure == Failure(400, "unknown_credential"))
    }

    @Test("is the same one again: it finds its own sign count, and nobody has cloned the passkey")
    func ownCountIsNoClone() throws {
        var passkey = try service.registeredPasskey(service.signedUser())
        let options = service.authenticationOptions(.app(TestService.poolID))
        let body =
            #"{"challengeId":"\#(options["challengeId"]?.string ?? "")","authenticationCredential":"#
            + "\(try passkey.sign(options["options"]))}"
        let request = APIRequest(
            id: "again", method: "POST", target: "/v1/client/verify/passkey",
            headers: ["authorization": TestService.Sender.app(TestService.poolID).header ?? ""],
            body: Array(body.utf8))
        var reports: [AuthenticatorReport] = []
        for _ in 0..<2 {
            let answer = Answer(service.authenticator.answer(request, report: { reports.append($0) }))
            #expect(answer["isVerified"]?.bool == true)
        }
        #expect(reports == [])
    }
}
