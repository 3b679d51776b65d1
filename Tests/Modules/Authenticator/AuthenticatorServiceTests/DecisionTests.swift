import AuditLog
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
        #expect(service.call("DELETE", path + "0", as: .bearer(token)).status == 404)
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

    @Test("that a notice about a passkey did not leave is told to the operator alone")
    func unsentNoticeIsReported() throws {
        let service = try TestService()
        let token = try service.signedUser()
        _ = try service.registeredPasskey(token)
        #expect(!service.reports.contains(.noticeNotSent))
        service.mailBox.fails = true
        _ = try service.registeredPasskey(token)
        #expect(service.reports.contains(.noticeNotSent))
    }

    @Test("A mailbox that is used again is no new one")
    func usedMailboxIsNoted() throws {
        let service = try TestService()
        for _ in 0..<2 {
            _ = try service.signedUser()
            service.clock.advance(by: 1)
        }
        #expect(service.decisions.filter { $0.kind == .authenticatorAdded }.count == 1)
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
        ask(try service.challengeToken("other", email: nil))
        #expect(
            service.decisions == [
                AccountDecision(
                    .codeWithheld, .unknown("name-of-\(TestService.unknownUser)"), .emailOTP, reason: "unknown_user"),
                AccountDecision(.codeWithheld, Self.user, .emailOTP, reason: "no_address"),
                AccountDecision(.codeWithheld, Self.user, .emailOTP, reason: "unsent"),
                AccountDecision(.codeWithheld, .user("other"), .emailOTP, reason: "no_address"),
            ])
        service.mailBox.fails = false
        for round in 0..<40 { ask(try service.challengeToken("sub", email: "a@example.org", key: "round \(round)")) }
        let last = try #require(service.decisions.last)
        #expect(last.kind == .codeWithheld)
        #expect(last.reason.flatMap { IssuedCode.Reason(rawValue: $0) } != nil)
    }
}

/// The words by which the template's alarms count requests for codes and answers to them.
@Suite("What the metrics call requests with codes")
struct OutcomeTests {
    private func challenge(_ service: TestService, _ token: String) -> String {
        service.call("POST", "client/challenge/email-otp", as: .bearer(token)).outcome
    }

    @Test("A mail that did not leave")
    func unsentMailIsNamed() throws {
        let service = try TestService()
        service.mailBox.fails = true
        let token = try service.challengeToken("sub", email: "a@example.org")
        #expect(challenge(service, token) == "unsent")
    }

    @Test("A code that nobody can get")
    func closedRoundIsNamed() throws {
        let service = try TestService()
        let unknown = try service.challengeToken("name", email: "a@example.org", isUserUnknown: true)
        #expect(challenge(service, unknown) == "issued_closed")
        service.mailBox.fails = true
        #expect(challenge(service, unknown) == "issued_closed")
    }

    @Test("Answers to a code")
    func answersAreNamed() throws {
        let service = try TestService { $0.tokenLifetime = 900 }
        let token = try service.challengeToken("sub", email: "a@example.org", lifetime: 900)
        #expect(service.verify(token, "123456").outcome == "closed_round")
        _ = challenge(service, token)
        for guess in 0..<5 { #expect(service.verify(token, service.wrongCode(guess)).outcome == "wrong_code") }
        #expect(service.verify(token, service.wrongCode(5)).outcome == "too_many_guesses")
        #expect(service.verify(token, "no code").outcome == "unusable_answer")
        _ = challenge(service, token)
        let code = try #require(service.mailBox.mails.last?.code)
        #expect(service.verify(token, code).outcome == "ok")
        #expect(service.verify(token, code).outcome == "already_used")
        _ = challenge(service, token)
        service.clock.advance(by: 601)
        #expect(service.verify(token, service.mailBox.mails.last?.code ?? "").outcome == "expired")
    }
}
