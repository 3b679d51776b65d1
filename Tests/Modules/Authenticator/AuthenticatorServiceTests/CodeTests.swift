import AuthenticatorService
import JSON
import TestSupport
import Testing

@Suite("One-time codes")
struct CodeTests {
    private func challenge(_ service: TestService, _ token: String) -> Answer {
        service.call("POST", "client/challenge/email-otp", as: .bearer(token))
    }

    @Test("Twenty answers of a round are judged, and a right one is among them or too late")
    func answersAreLimited() throws {
        for (wrong, isRight) in [(19, true), (20, false)] {
            let service = try TestService()
            let token = try service.challengeToken("sub", email: "a@example.org")
            _ = challenge(service, token)
            for _ in 0..<wrong { #expect(service.verify(token, service.wrongCode())["isVerified"]?.bool == false) }
            let answer = service.verify(token, try #require(service.mailBox.mails.last?.code))
            #expect(answer["isVerified"]?.bool == isRight)
            #expect(answer["failureReason"]?.string == (isRight ? nil : "MAX_ATTEMPTS_EXCEEDED"))
        }
    }

    @Test("A text that cannot be a code takes no answer of the round")
    func unusableTextTakesNoAnswer() throws {
        let service = try TestService()
        let token = try service.challengeToken("sub", email: "a@example.org")
        _ = challenge(service, token)
        for text in ["x", "12345", "1234567", "no code", "0000-0000-000"] {
            for _ in 0..<5 {
                let answer = service.verify(token, text)
                #expect(answer.outcome == "unusable_answer")
                #expect(answer["failureReason"]?.string == "CODE_INVALID_OR_EXPIRED")
            }
        }
        try expect(service.verify(token, #require(service.mailBox.mails.last?.code))["isVerified"]?.bool, equals: true)
    }

    @Test("A proven address gets its mails, however many went to it for accounts that have not proven it")
    func provenAddressHasMailsOfItsOwn() throws {
        let service = try TestService()
        func ask(_ user: String, _ key: String) throws -> String {
            let token = try service.challengeToken(user, email: "a@example.org", isVerified: false, key: key)
            #expect(challenge(service, token).status == 200)
            return token
        }
        let token = try ask("owner", "first")
        let code = try #require(service.mailBox.mails.last?.code)
        #expect(service.verify(token, code)["isVerified"]?.bool == true)
        for number in 0..<8 { _ = try ask("stranger \(number)", "round") }
        let count = service.mailBox.mails.count
        _ = try ask("stranger", "round")
        #expect(service.mailBox.mails.count == count)
        _ = try ask("owner", "second")
        #expect(service.mailBox.mails.count == count + 1)
    }

    @Test("A code is right once, and in its own round")
    func codeIsRightOnceInItsRound() throws {
        let service = try TestService()
        let token = try service.challengeToken("sub", email: "a@example.org", key: "one")
        let other = try service.challengeToken("sub", email: "a@example.org", key: "two")
        _ = challenge(service, token)
        let first = try #require(service.mailBox.mails.last?.code)
        _ = challenge(service, other)
        #expect(service.verify(other, first)["isVerified"]?.bool == false)
        #expect(service.verify(token, first)["isVerified"]?.bool == true)
        #expect(service.verify(token, first)["isVerified"]?.bool == false)
    }

    @Test(
        "The first mail's code is right after others were asked for, as long as it lives",
        arguments: [1, 299, 301, 599])
    func firstCodeLivesOn(secondsBetween seconds: Int64) throws {
        let service = try TestService { $0.tokenLifetime = 900 }
        let token = try service.challengeToken("sub", email: "a@example.org", lifetime: 900)
        _ = challenge(service, token)
        service.clock.advance(by: seconds)
        for _ in 0..<2 { #expect(challenge(service, token).status == 200) }
        let mails = service.mailBox.mails
        let first = try #require(mails.first?.code)
        #expect(mails.count == 3)
        #expect(mails.map { $0.code == first } == [true, seconds < 300, seconds < 300])
        // A request comes a moment after the second in which the one before came.
        #expect(mails.map(\.lifetime) == (seconds < 300 ? [600, 599 - seconds, 599 - seconds] : [600, 600, 599]))
        #expect(service.verify(token, first)["isVerified"]?.bool == true)
    }

    @Test("What a round may answer depends on its own requests and answers, not on what others did with the account")
    func limitOfARoundIsItsOwn() throws {
        func answers(of token: String, _ service: TestService) -> [String?] {
            (0..<8).map { number in
                if number == 3 || number == 6 { _ = challenge(service, token) }
                return service.verify(token, service.wrongCode(number))["failureReason"]?.string
            }
        }
        let quiet = try TestService()
        let unknown = try quiet.unknownUserToken()
        _ = challenge(quiet, unknown)
        let expected = answers(of: unknown, quiet)
        for others in 0..<7 {
            let service = try TestService()
            let token = try service.challengeToken("sub", email: "a@example.org")
            _ = challenge(service, token)
            for number in 0..<others {
                _ = challenge(service, try service.challengeToken("sub", email: "a@example.org", key: "\(number)"))
            }
            #expect(answers(of: token, service) == expected, "\(others)")
        }
    }

    @Test("Strangers who ask for codes and guess them do not keep the owner out")
    func strangersKeepNobodyOut() throws {
        let service = try TestService()
        for round in 0..<12 {
            let token = try service.challengeToken("sub", email: "a@example.org", key: "stranger \(round)")
            #expect(challenge(service, token).status == 200)
            for guess in 0..<6 { _ = service.verify(token, "00000\(guess)") }
        }
        let token = try service.challengeToken("sub", email: "a@example.org", key: "owner")
        #expect(challenge(service, token).status == 200)
        let long = try #require(service.mailBox.mails.last { $0.isLong })
        #expect(service.verify(token, long.code.lowercased())["isVerified"]?.bool == true)
    }

    @Test("Strangers who ask for codes to other addresses use up nothing of the owner's")
    func otherAddressesCostTheOwnerNothing() throws {
        let service = try TestService()
        let path = "client/user-authenticators/email-otp"
        for round in 0..<40 {
            let stranger = try service.challengeToken("sub", email: "a@example.org", key: "stranger \(round)")
            let other = #"{"email":"other@example.org"}"#
            #expect(service.call("POST", path, as: .bearer(stranger), body: other).status == 200)
            service.clock.advance(by: 100)
            guard round % 5 == 4 else { continue }
            let owner = try service.challengeToken("sub", email: "a@example.org", key: "owner \(round)")
            #expect(service.proveEmail(owner, "a@example.org")["isVerified"]?.bool == true, "\(round)")
        }
    }

    @Test("A mail that certainly did not leave costs nothing, and its code is worthless", arguments: [true, false])
    func refusedMailCostsNothing(enrols: Bool) throws {
        let service = try TestService()
        var token = ""
        /// Asks for a code in a round of its own.
        func ask(_ round: Int) throws -> String {
            token = try service.challengeToken("sub", email: "a@example.org", key: "round \(round)")
            return enrols
                ? service.call(
                    "POST", "client/user-authenticators/email-otp", as: .bearer(token),
                    body: #"{"email":"a@example.org"}"#
                ).outcome
                : challenge(service, token).outcome
        }
        service.mailBox.refuses = true
        for round in 0..<7 {
            try expect(ask(round), equals: "unsent")
            try expect(
                service.verify(token, #require(service.mailBox.mails.last?.code)).outcome, equals: "closed_round")
        }
        service.mailBox.refuses = false
        try expect((7..<13).map(ask), equals: ["issued", "issued", "issued", "issued", "issued_long", "account_limit"])
    }
}
