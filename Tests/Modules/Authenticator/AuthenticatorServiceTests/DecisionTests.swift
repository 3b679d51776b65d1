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
        #expect(service.reports.map(\.description) == ["a notice could not be sent"])
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

    @Test("A code that nobody can get")
    func closedRoundIsNamed() throws {
        let service = try TestService()
        let unknown = try service.challengeToken("name", email: "a@example.org", isUserUnknown: true)
        #expect(challenge(service, unknown) == "issued_closed")
        service.mailBox.fails = true
        #expect(challenge(service, unknown) == "issued_closed")
    }

    @Test("Answers to a code, of which the app learns less")
    func answersAreNamed() throws {
        let service = try TestService { $0.tokenLifetime = 900 }
        let token = try service.challengeToken("sub", email: "a@example.org", lifetime: 900)
        func expectRefusal(_ code: String, _ outcome: String, _ reason: String = "CODE_INVALID_OR_EXPIRED") {
            let answer = service.verify(token, code)
            #expect(answer.outcome == outcome)
            #expect(answer.text == #"{"isVerified":false,"failureReason":"\#(reason)"}"#)
        }
        func mailedCode() throws -> String {
            _ = challenge(service, token)
            return try #require(service.mailBox.mails.last?.code)
        }
        expectRefusal("123456", "closed_round")
        let first = try mailedCode()
        for guess in 0..<5 { expectRefusal(service.wrongCode(guess), "wrong_code") }
        expectRefusal(first, "too_many_guesses", "MAX_ATTEMPTS_EXCEEDED")
        expectRefusal("no code", "unusable_answer")
        let second = try mailedCode()
        for guess in 0..<4 { expectRefusal(service.wrongCode(guess), "wrong_code") }
        #expect(service.verify(token, second).outcome == "ok")
        expectRefusal(second, "already_used")
        let third = try mailedCode()
        service.clock.advance(by: 601)
        expectRefusal(third, "expired")
    }
}
