import Addresses
import AuditLog
import AuthenticatorService
import JSON
import Primitives
import Testing

@Suite("Addresses beyond ASCII at the authenticator")
struct AddressBeyondASCIITests {
    private static func ask(_ service: TestService, _ address: String) throws -> Answer {
        let token = try service.challengeToken("sub", email: address)
        return service.call("POST", "client/challenge/email-otp", as: .bearer(token), body: "{}")
    }

    @Test("a code goes to the encoded domain, and proves the mailbox that the token names")
    func codeGoesToTheEncodedDomain() throws {
        let service = try TestService()
        let token = try service.challengeToken("sub", email: "ana@exämple.test")
        let body = #"{"email":"Ana@xn--exmple-cua.test"}"#
        let answer = service.call("POST", "client/user-authenticators/email-otp", as: .bearer(token), body: body)
        #expect(answer.status == 200)
        #expect(service.mailBox.mails.map(\.recipient) == ["ana@xn--exmple-cua.test"])
        #expect(service.decisions == [AccountDecision(.codeSent, .user("sub"), .emailOTP)])
        let code = try #require(service.mailBox.mails.last?.code)
        #expect(service.verify(token, code)["isVerified"]?.bool == true)
        // The same mailbox, in its other form.
        service.clock.advance(by: 1)
        _ = try service.signedUser("sub", email: "ana@xn--exmple-cua.test")
        #expect(service.decisions.filter { $0.kind == .authenticatorAdded }.count == 1)
    }

    @Test(
        "no code goes to an address that Amazon SES cannot take; only log, metrics and audit log say so",
        arguments: ["o\u{2019}neill@example.org", "josé@example.org", "ana@EXÄMPLE.org", "a@example.org,b@example.org"])
    func unusableAddressIsNoted(address: String) throws {
        let service = try TestService()
        let usual = try Self.ask(service, "a@example.org")
        let answer = try Self.ask(service, address)
        #expect(answer.status == usual.status)
        #expect(answer.members == usual.members)
        #expect(answer.outcome == "unusable_address")
        #expect(
            service.decisions.last
                == AccountDecision(.codeWithheld, .user("sub"), .emailOTP, reason: "unusable_address"))
        #expect(service.mailBox.mails.count == 1)
    }

    @Test("a token that may add an authenticator is told that no code can go there, and the audit log why")
    func tokenForAddingIsRefused() throws {
        let service = try TestService()
        let address = "josé@example.org"
        let token = try service.challengeToken(
            "sub", email: address, scope: "read:authenticators add:authenticators")
        let answer = service.call(
            "POST", "client/user-authenticators/email-otp", as: .bearer(token), body: #"{"email":"\#(address)"}"#)
        #expect(answer.failure == Failure(403, "unauthorized"))
        #expect(
            service.decisions
                == [AccountDecision(.codeWithheld, .user("sub"), .emailOTP, reason: "unusable_address")])
        #expect(service.reports == [.addressUnusable(.localPart)])
    }
}
