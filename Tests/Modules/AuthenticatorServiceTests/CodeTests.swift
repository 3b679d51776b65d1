import AuthenticatorService
import JSON
import Testing

@Suite("One-time codes")
struct CodeTests {
    private func challenge(_ service: TestService, _ token: String) -> Answer {
        service.call("POST", "client/challenge/email-otp", as: .bearer(token))
    }

    @Test("After five wrong answers even the right one is refused, until a new code is sent")
    func fiveWrongAnswersSpendTheCode() throws {
        let service = try TestService()
        let token = service.track("u", #"{"email":"a@example.org"}"#)
        _ = challenge(service, token)
        let first = service.mailBox.mails[0].code
        for _ in 0..<5 {
            let answer = service.verify(token, service.wrongCode)
            #expect(answer.text == #"{"isVerified":false,"failureReason":"CODE_INVALID_OR_EXPIRED"}"#)
        }
        let dead = service.verify(token, first)
        #expect(dead.text == #"{"isVerified":false,"failureReason":"MAX_ATTEMPTS_EXCEEDED"}"#)
        _ = challenge(service, token)
        #expect(service.verify(token, service.mailBox.mails[1].code)["isVerified"]?.bool == true)
    }

    @Test("The fifth answer still counts")
    func fifthAnswerStillCounts() throws {
        let service = try TestService()
        let token = service.track("u", #"{"email":"a@example.org"}"#)
        _ = challenge(service, token)
        for _ in 0..<4 { _ = service.verify(token, service.wrongCode) }
        #expect(service.verify(token, service.mailBox.mails[0].code)["isVerified"]?.bool == true)
    }

    @Test("A code expires exactly when its lifetime ends", arguments: [(119, true), (120, false)])
    func codeExpiresOnTime(seconds: Int64, isRight: Bool) throws {
        let service = try TestService { $0.codes = CodePolicy(lifetime: 120) }
        let token = service.track("u", #"{"email":"a@example.org"}"#)
        _ = challenge(service, token)
        service.clock.advance(by: seconds)
        #expect(service.verify(token, service.mailBox.mails[0].code)["isVerified"]?.bool == isRight)
    }

    @Test("A code is valid once, for its own action, and only until another is sent for that action")
    func codeIsValidOnceForItsAction() throws {
        let service = try TestService()
        let token = try service.challengeToken("sub", email: "a@example.org", key: "one")
        let other = try service.challengeToken("sub", email: "a@example.org", key: "two")
        let body = #"{"email":"a@example.org"}"#
        let path = "client/user-authenticators/email-otp"
        _ = service.call("POST", path, as: .bearer(token), body: body)
        let first = service.mailBox.mails[0].code
        #expect(service.verify(other, first)["failureReason"]?.string == "CODE_INVALID_OR_EXPIRED")
        repeat {
            _ = service.call("POST", path, as: .bearer(token), body: body)
        } while service.mailBox.mails.last?.code == first
        #expect(service.verify(token, first)["isVerified"]?.bool == false)
        let second = service.mailBox.mails.last?.code ?? ""
        #expect(service.verify(token, second)["isVerified"]?.bool == true)
        #expect(service.verify(token, second)["isVerified"]?.bool == false)
    }

    @Test("For each user, twelve codes are sent in ten minutes and ten answers are checked in five")
    func rateLimitsApplyToEachUser() throws {
        let service = try TestService()
        let token = service.track("u", #"{"email":"a@example.org"}"#)
        let other = service.track("v", #"{"email":"b@example.org"}"#)
        for _ in 0..<12 { #expect(challenge(service, token).status == 200) }
        #expect(challenge(service, token).failure == Failure(429, "too_many_requests"))
        #expect(challenge(service, other).status == 200)
        for _ in 0..<10 { #expect(service.verify(token, "x").status == 200) }
        #expect(service.verify(token, "x").failure == Failure(429, "too_many_requests"))
        service.clock.advance(by: 300)
        #expect(service.verify(token, "x").status == 200)
        #expect(challenge(service, token).status == 429)
        service.clock.advance(by: 299)
        #expect(challenge(service, token).status == 429)
        let next = try #require(service.call("POST", "users/u/actions/cognitoAuth")["token"]?.string)
        service.clock.advance(by: 1)
        #expect(challenge(service, next).status == 200)
    }

    @Test("Users beyond the capacity must wait")
    func usersBeyondCapacityMustWait() throws {
        let service = try TestService { $0.capacity = 2 }
        for (subject, status) in [("a", 200), ("b", 200), ("c", 429), ("a", 200)] {
            let token = try service.challengeToken(subject, email: "a@example.org")
            #expect(challenge(service, token).status == status, "\(subject)")
        }
    }

    @Test("Whoever starts actions by the thousand keeps nobody from signing in")
    func startedActionsUseNothingUp() throws {
        let service = try TestService { $0.capacity = 2 }
        var passkey = try UnrulyPasskey()
        _ = try service.register(&passkey, try service.signedUser())
        for _ in 0..<10_000 {
            let started = service.startAction(TestService.poolID)
            #expect(!started.isEmpty)
            #expect(
                service.authenticationOptions(.app(TestService.poolID), #"{"challengeId":"\#(started)"}"#).status == 200
            )
        }
        #expect(try service.signIn(&passkey, .app(TestService.poolID))["isVerified"]?.bool == true)
    }

    @Test("Codes have six digits and differ")
    func codesHaveSixDigitsAndDiffer() throws {
        let service = try TestService { $0.limits.sending = RateLimit(1_000, per: 600) }
        let token = service.track("u", #"{"email":"a@example.org"}"#)
        for _ in 0..<200 { _ = challenge(service, token) }
        let codes = service.mailBox.mails.map(\.code)
        #expect(codes.count == 200 && codes.allSatisfy { $0.utf8.count == 6 && $0.allSatisfy(\.isNumber) })
        #expect(Set(codes).count > 190)
        // Leading zeros are kept: one code in ten begins with a zero.
        #expect(codes.contains { $0.hasPrefix("0") })
    }

    @Test(
        "A number that would make some codes more likely than others is drawn again",
        arguments: [
            ([4_294_967_295, 4_294_000_000, 7], "000007"), ([4_293_999_999, 7], "999999"), ([0, 7], "000000"),
        ] as [([UInt32], String)])
    func biasedNumberIsDrawnAgain(numbers: [UInt32], digits: String) {
        var rest = numbers[...]
        let drawn = OneTimeCode.uniformDigits {
            let number = rest.popFirst() ?? 0
            return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
        }
        #expect(drawn == digits)
    }

    @Test(
        "A malformed address is refused",
        arguments: [
            "", "a", "a@", "@b.c", "a@b", "a@b.", "a@@b.c", "a@b@c.d", "a b@c.d", "a@b.c,d@e.f", "a@b.c>",
            "a\\u000d@b.c",
            "a\\u0000@b.c",
        ])
    func malformedAddressIsRefused(address: String) throws {
        let service = try TestService()
        let answer = service.call(
            "POST", "client/user-authenticators/email-otp", as: .bearer(service.track("u")),
            body: #"{"email":"\#(address)"}"#)
        #expect(answer.failure == Failure(400, "invalid_request"))
    }
}
