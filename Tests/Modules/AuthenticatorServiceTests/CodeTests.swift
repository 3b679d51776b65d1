import AuthenticatorService
import JSON
import Testing

@Suite("One-time codes")
struct CodeTests {
    private func challenge(_ service: TestService, _ token: String) async -> Answer {
        await service.call("POST", "client/challenge/email-otp", as: .bearer(token))
    }

    @Test("After five wrong answers even the right one is refused, until a new code is sent")
    func fiveWrongAnswersSpendTheCode() async throws {
        let service = try TestService()
        let token = await service.track("u", #"{"email":"a@example.org"}"#)
        _ = await challenge(service, token)
        let first = service.mailBox.mails[0].code
        for _ in 0..<5 {
            let answer = await service.verify(token, service.wrongCode)
            #expect(answer.text == #"{"isVerified":false,"failureReason":"CODE_INVALID_OR_EXPIRED"}"#)
        }
        let dead = await service.verify(token, first)
        #expect(dead.text == #"{"isVerified":false,"failureReason":"MAX_ATTEMPTS_EXCEEDED"}"#)
        _ = await challenge(service, token)
        #expect(await service.verify(token, service.mailBox.mails[1].code)["isVerified"]?.bool == true)
    }

    @Test("The fifth answer still counts")
    func fifthAnswerStillCounts() async throws {
        let service = try TestService()
        let token = await service.track("u", #"{"email":"a@example.org"}"#)
        _ = await challenge(service, token)
        for _ in 0..<4 { _ = await service.verify(token, service.wrongCode) }
        #expect(await service.verify(token, service.mailBox.mails[0].code)["isVerified"]?.bool == true)
    }

    @Test("A code expires exactly when its lifetime ends", arguments: [(119, true), (120, false)])
    func codeExpiresOnTime(seconds: Int64, isRight: Bool) async throws {
        let service = try TestService { $0.codes = CodePolicy(lifetime: 120) }
        let token = await service.track("u", #"{"email":"a@example.org"}"#)
        _ = await challenge(service, token)
        service.clock.advance(by: seconds)
        #expect(await service.verify(token, service.mailBox.mails[0].code)["isVerified"]?.bool == isRight)
    }

    @Test("A code is valid once, for its own action, and only until another is sent for that action")
    func codeIsValidOnceForItsAction() async throws {
        let service = try TestService()
        let token = try service.challengeToken("sub", email: "a@example.org", key: "one")
        let other = try service.challengeToken("sub", email: "a@example.org", key: "two")
        let body = #"{"email":"a@example.org"}"#
        let path = "client/user-authenticators/email-otp"
        _ = await service.call("POST", path, as: .bearer(token), body: body)
        let first = service.mailBox.mails[0].code
        #expect(await service.verify(other, first)["failureReason"]?.string == "CODE_INVALID_OR_EXPIRED")
        repeat {
            _ = await service.call("POST", path, as: .bearer(token), body: body)
        } while service.mailBox.mails.last?.code == first
        #expect(await service.verify(token, first)["isVerified"]?.bool == false)
        let second = service.mailBox.mails.last?.code ?? ""
        #expect(await service.verify(token, second)["isVerified"]?.bool == true)
        #expect(await service.verify(token, second)["isVerified"]?.bool == false)
    }

    @Test("For each user, twelve codes are sent in ten minutes and ten answers are checked in five")
    func rateLimitsApplyToEachUser() async throws {
        let service = try TestService()
        let token = await service.track("u", #"{"email":"a@example.org"}"#)
        let other = await service.track("v", #"{"email":"b@example.org"}"#)
        for _ in 0..<12 { #expect(await challenge(service, token).status == 200) }
        #expect(await challenge(service, token).failure == Failure(429, "too_many_requests"))
        #expect(await challenge(service, other).status == 200)
        for _ in 0..<10 { #expect(await service.verify(token, "x").status == 200) }
        #expect(await service.verify(token, "x").failure == Failure(429, "too_many_requests"))
        service.clock.advance(by: 300)
        #expect(await service.verify(token, "x").status == 200)
        #expect(await challenge(service, token).status == 429)
        service.clock.advance(by: 299)
        #expect(await challenge(service, token).status == 429)
        let next = try #require(await service.call("POST", "users/u/actions/cognitoAuth")["token"]?.string)
        service.clock.advance(by: 1)
        #expect(await challenge(service, next).status == 200)
    }

    @Test("Users beyond the capacity must wait")
    func usersBeyondCapacityMustWait() async throws {
        let service = try TestService { $0.capacity = 2 }
        for (subject, status) in [("a", 200), ("b", 200), ("c", 429), ("a", 200)] {
            let token = try service.challengeToken(subject, email: "a@example.org")
            #expect(await challenge(service, token).status == status, "\(subject)")
        }
        #expect(
            await service.call("POST", "client/challenge", as: .app(TestService.poolID), body: #"{"action":"a"}"#)
                .status == 200)
        #expect(
            await service.call("POST", "client/challenge", as: .app(TestService.poolID), body: #"{"action":"a"}"#)
                .status == 200)
        let full = await service.call(
            "POST", "client/challenge", as: .app(TestService.poolID), body: #"{"action":"a"}"#)
        #expect(full.failure == Failure(429, "too_many_requests"))
    }

    @Test("Codes have six digits and differ")
    func codesHaveSixDigitsAndDiffer() async throws {
        let service = try TestService { $0.limits.sending = RateLimit(1_000, per: 600) }
        let token = await service.track("u", #"{"email":"a@example.org"}"#)
        for _ in 0..<200 { _ = await challenge(service, token) }
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
    func malformedAddressIsRefused(address: String) async throws {
        let service = try TestService()
        let answer = await service.call(
            "POST", "client/user-authenticators/email-otp", as: .bearer(await service.track("u")),
            body: #"{"email":"\#(address)"}"#)
        #expect(answer.failure == Failure(400, "invalid_request"))
    }
}
