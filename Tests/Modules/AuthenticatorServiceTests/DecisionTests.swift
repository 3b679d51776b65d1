import AuthenticatorService
import EmailCodes
import JSON
import Primitives
import Testing

@Suite("What the audit log learns of an account")
struct DecisionTests {
    static let user = AccountDecision.Subject.user("sub")

    @Test("A mailbox and a passkey that are added, renamed and removed")
    func authenticatorsAreNoted() throws {
        let service = try TestService()
        var passkey = try UnrulyPasskey()
        let added = try service.register(&passkey, service.signedUser())
        let token = added["accessToken"]?.string ?? ""
        let path = "client/user-authenticators/\(added["userAuthenticatorId"]?.string ?? "")"
        #expect(service.call("PATCH", path, as: .bearer(token), body: #"{"name":"Phone"}"#).status == 200)
        #expect(service.call("DELETE", path, as: .bearer(token)).status == 200)
        #expect(
            service.decisions == [
                AccountDecision(.codeSent, Self.user, .emailOTP),
                AccountDecision(.authenticatorAdded, Self.user, .emailOTP),
                AccountDecision(.authenticatorAdded, Self.user, .passkey),
                AccountDecision(.authenticatorRenamed, Self.user, .passkey),
                AccountDecision(.authenticatorRemoved, Self.user, .passkey),
            ])
    }

    @Test("A mailbox that takes the place of another one")
    func changedMailboxIsNoted() throws {
        let service = try TestService()
        _ = try service.signedUser()
        service.clock.advance(by: 1)
        _ = try service.signedUser(email: "b@example.org")
        #expect(
            service.decisions.suffix(3) == [
                AccountDecision(.codeSent, Self.user, .emailOTP),
                AccountDecision(.authenticatorAdded, Self.user, .emailOTP),
                AccountDecision(.authenticatorRemoved, Self.user, .emailOTP),
            ])
    }

    @Test("A wrong code, whether or not somebody has the name that it is tried under")
    func wrongCodesAreNoted() throws {
        let service = try TestService()
        let unknown = AccountDecision.Subject.unknown("name-of-\(TestService.unknownUser)")
        for (token, subject) in [
            (try service.challengeToken("sub", email: "a@example.org"), Self.user),
            (try service.unknownUserToken(), unknown),
        ] {
            _ = service.call("POST", "client/challenge/email-otp", as: .bearer(token), body: "{}")
            #expect(service.verify(token, service.wrongCode()).status == 200)
            #expect(
                service.decisions.last == AccountDecision(.answerWrong, subject, .emailOTP, reason: "wrong_code"))
        }
    }

    @Test("What a server adds and removes, and all that a removed user had")
    func serverChangesAreNoted() throws {
        let service = try TestService()
        func add(_ address: String) -> String {
            let body = #"{"verificationMethod":"EMAIL_OTP","email":"\#(address)"}"#
            return service.call("POST", "users/ana/authenticators", body: body)["authenticator"]?[
                "userAuthenticatorId"]?.string ?? ""
        }
        let first = add("a@example.org")
        _ = add("b@example.org")
        _ = add("b@example.org")
        #expect(service.call("DELETE", "users/ana/authenticators/\(first)").status == 200)
        #expect(service.call("DELETE", "users/ana").status == 200)
        let user = AccountDecision.Subject.user("ana")
        #expect(
            service.decisions == [
                AccountDecision(.authenticatorAdded, user, .emailOTP),
                AccountDecision(.authenticatorAdded, user, .emailOTP),
                AccountDecision(.authenticatorRemoved, user, .emailOTP),
                AccountDecision(.authenticatorRemoved, user, .emailOTP),
            ])
    }

    @Test(
        "Why no code is mailed: nobody has that name, there is no address, the mail service fails, a limit is reached")
    func withheldCodesAreNoted() throws {
        let service = try TestService()
        func ask(_ token: String) {
            _ = service.call("POST", "client/challenge/email-otp", as: .bearer(token), body: "{}")
        }
        ask(try service.unknownUserToken())
        ask(try service.challengeToken("sub", email: nil))
        service.mailBox.fails = true
        ask(try service.challengeToken("sub", email: "a@example.org"))
        #expect(
            service.decisions == [
                AccountDecision(
                    .codeWithheld, .unknown("name-of-\(TestService.unknownUser)"), .emailOTP, reason: "unknown_user"),
                AccountDecision(.codeWithheld, Self.user, .emailOTP, reason: "no_address"),
                AccountDecision(.codeWithheld, Self.user, .emailOTP, reason: "unsent"),
            ])
        service.mailBox.fails = false
        for round in 0..<40 { ask(try service.challengeToken("sub", email: "a@example.org", key: "round \(round)")) }
        let last = try #require(service.decisions.last)
        #expect(last.kind == .codeWithheld)
        #expect(last.reason.flatMap { IssuedCode.Reason(rawValue: $0) } != nil)
    }
}
