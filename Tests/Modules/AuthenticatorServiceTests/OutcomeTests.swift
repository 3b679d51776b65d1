import AuthenticatorService
import Testing

/// The words by which the template's alarms count requests for codes and answers to them.
@Suite("What the metrics call requests with codes")
struct OutcomeTests {
    private static let enrolment = "client/user-authenticators/email-otp"

    private func challenge(_ service: TestService, _ token: String) -> String {
        service.call("POST", "client/challenge/email-otp", as: .bearer(token)).outcome
    }

    @Test("Mails of an account that may get five at once")
    func mailsAreNamed() throws {
        let service = try TestService()
        let token = try service.challengeToken("sub", email: "a@example.org")
        #expect(
            (1...6).map { _ in challenge(service, token) }
                == ["issued", "issued", "issued", "issued", "issued_long", "account_limit"])
    }

    @Test("A mail that did not leave")
    func unsentMailIsNamed() throws {
        let service = try TestService()
        service.mailBox.fail()
        let token = try service.challengeToken("sub", email: "a@example.org")
        #expect(challenge(service, token) == "unsent")
    }

    @Test("A code that nobody can get")
    func closedRoundIsNamed() throws {
        let service = try TestService()
        let unknown = try service.challengeToken("name", email: "a@example.org", isUserUnknown: true)
        #expect(challenge(service, unknown) == "issued_closed")
        service.mailBox.fail()
        #expect(challenge(service, unknown) == "issued_closed")
    }

    @Test("A code to an address that is to be enrolled")
    func enrolmentIsNamed() throws {
        let service = try TestService()
        let token = try service.challengeToken("sub", email: "a@example.org")
        let answer = service.call(
            "POST", Self.enrolment, as: .bearer(token), body: #"{"email":"a@example.org"}"#)
        #expect(answer.outcome == "issued")
    }

    @Test("Answers to a code")
    func answersAreNamed() throws {
        let service = try TestService { $0.tokenLifetime = 900 }
        let token = try service.challengeToken("sub", email: "a@example.org", lifetime: 900)
        #expect(service.verify(token, "123456").outcome == "no_code")
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
