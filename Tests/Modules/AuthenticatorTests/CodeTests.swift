import Authenticator
import JSON
import Testing

@Suite("One-time codes")
struct CodeTests {
    private func challenge(_ world: World, _ token: String) async -> Answer {
        await world.call("POST", "client/challenge/email-otp", .bearer(token))
    }

    @Test("After five wrong answers not even the right one counts, until a new code is sent")
    func attempts() async throws {
        let world = try World()
        let token = await world.track("u", #"{"email":"a@example.org"}"#)
        _ = await challenge(world, token)
        let first = world.mailBox.mails[0].code
        for _ in 0..<5 {
            let answer = await world.verify(token, world.wrongCode)
            #expect(answer.text == #"{"isVerified":false,"failureReason":"CODE_INVALID_OR_EXPIRED"}"#)
        }
        let dead = await world.verify(token, first)
        #expect(dead.text == #"{"isVerified":false,"failureReason":"MAX_ATTEMPTS_EXCEEDED"}"#)
        _ = await challenge(world, token)
        #expect(await world.verify(token, world.mailBox.mails[1].code)["isVerified"]?.bool == true)
    }

    @Test("The fifth answer still counts")
    func lastAttempt() async throws {
        let world = try World()
        let token = await world.track("u", #"{"email":"a@example.org"}"#)
        _ = await challenge(world, token)
        for _ in 0..<4 { _ = await world.verify(token, world.wrongCode) }
        #expect(await world.verify(token, world.mailBox.mails[0].code)["isVerified"]?.bool == true)
    }

    @Test("A code ends with its time, and not before", arguments: [(119, true), (120, false)])
    func lifetime(seconds: Int64, isRight: Bool) async throws {
        let world = try World { $0.codes = CodePolicy(lifetime: 120) }
        let token = await world.track("u", #"{"email":"a@example.org"}"#)
        _ = await challenge(world, token)
        world.clock.advance(by: seconds)
        #expect(await world.verify(token, world.mailBox.mails[0].code)["isVerified"]?.bool == isRight)
    }

    @Test("A code is good once, for its own action, and not after another was sent for it")
    func binding() async throws {
        let world = try World()
        let token = try world.challengeToken("sub", email: "a@example.org", key: "one")
        let other = try world.challengeToken("sub", email: "a@example.org", key: "two")
        let body = #"{"email":"a@example.org"}"#
        let path = "client/user-authenticators/email-otp"
        _ = await world.call("POST", path, .bearer(token), body)
        let first = world.mailBox.mails[0].code
        #expect(await world.verify(other, first)["failureReason"]?.string == "CODE_INVALID_OR_EXPIRED")
        repeat {
            _ = await world.call("POST", path, .bearer(token), body)
        } while world.mailBox.mails.last?.code == first
        #expect(await world.verify(token, first)["isVerified"]?.bool == false)
        let second = world.mailBox.mails.last?.code ?? ""
        #expect(await world.verify(token, second)["isVerified"]?.bool == true)
        #expect(await world.verify(token, second)["isVerified"]?.bool == false)
    }

    @Test("Twelve codes are sent in ten minutes, and ten answers judged in five, for each user")
    func limits() async throws {
        let world = try World()
        let token = await world.track("u", #"{"email":"a@example.org"}"#)
        let other = await world.track("v", #"{"email":"b@example.org"}"#)
        for _ in 0..<12 { #expect(await challenge(world, token).status == 200) }
        #expect(await challenge(world, token).failure == Failure(429, "too_many_requests"))
        #expect(await challenge(world, other).status == 200)
        for _ in 0..<10 { #expect(await world.verify(token, "x").status == 200) }
        #expect(await world.verify(token, "x").failure == Failure(429, "too_many_requests"))
        world.clock.advance(by: 300)
        #expect(await world.verify(token, "x").status == 200)
        #expect(await challenge(world, token).status == 429)
        world.clock.advance(by: 299)
        #expect(await challenge(world, token).status == 429)
        let next = try #require(await world.call("POST", "users/u/actions/cognitoAuth")["token"]?.string)
        world.clock.advance(by: 1)
        #expect(await challenge(world, next).status == 200)
    }

    @Test("More users than can be remembered are asked to wait")
    func capacity() async throws {
        let world = try World { $0.capacity = 2 }
        for (subject, status) in [("a", 200), ("b", 200), ("c", 429), ("a", 200)] {
            let token = try world.challengeToken(subject, email: "a@example.org")
            #expect(await challenge(world, token).status == status, "\(subject)")
        }
        #expect(await world.call("POST", "client/challenge", .app(World.poolID), #"{"action":"a"}"#).status == 200)
        #expect(await world.call("POST", "client/challenge", .app(World.poolID), #"{"action":"a"}"#).status == 200)
        let full = await world.call("POST", "client/challenge", .app(World.poolID), #"{"action":"a"}"#)
        #expect(full.failure == Failure(429, "too_many_requests"))
    }

    @Test("Codes are six digits, and differ")
    func digits() async throws {
        let world = try World { $0.limits.sending = RateLimit(1_000, per: 600) }
        let token = await world.track("u", #"{"email":"a@example.org"}"#)
        for _ in 0..<200 { _ = await challenge(world, token) }
        let codes = world.mailBox.mails.map(\.code)
        #expect(codes.count == 200 && codes.allSatisfy { $0.utf8.count == 6 && $0.allSatisfy(\.isNumber) })
        #expect(Set(codes).count > 190)
        // Leading zeros are kept: one in ten begins with one.
        #expect(codes.contains { $0.hasPrefix("0") })
    }

    @Test(
        "A number that would make some codes likelier than others is drawn again",
        arguments: [
            ([4_294_967_295, 4_294_000_000, 7], "000007"), ([4_293_999_999, 7], "999999"), ([0, 7], "000000"),
        ] as [([UInt32], String)])
    func uniform(numbers: [UInt32], digits: String) {
        var rest = numbers[...]
        let drawn = OneTimeCode.uniformDigits {
            let number = rest.popFirst() ?? 0
            return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
        }
        #expect(drawn == digits)
    }

    @Test(
        "What is no address is refused",
        arguments: [
            "", "a", "a@", "@b.c", "a@b", "a@b.", "a@@b.c", "a@b@c.d", "a b@c.d", "a@b.c,d@e.f", "a@b.c>",
            "a\\u000d@b.c",
            "a\\u0000@b.c",
        ])
    func addresses(address: String) async throws {
        let world = try World()
        let answer = await world.call(
            "POST", "client/user-authenticators/email-otp", .bearer(await world.track("u")),
            #"{"email":"\#(address)"}"#)
        #expect(answer.failure == Failure(400, "invalid_request"))
    }
}
