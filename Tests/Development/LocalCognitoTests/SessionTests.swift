import JSON
import LocalCognito
import RuntimeAPIHost
import SandboxTestSupport
import TestSupport
import Testing

@Suite("Sessions")
struct SessionTests {
    private static let invalid = PoolError.notAuthorized("Invalid session for the user.")
    private static let spent = PoolError.notAuthorized("Invalid session for the user, session can only be used once.")
    private static let expired = PoolError.notAuthorized("Invalid session for the user, session is expired.")

    private func refusal(_ fixture: PoolFixture, _ session: String?, username: String = PoolFixture.email) async throws
        -> PoolError
    {
        try await fixture.client.error(
            "RespondToAuthChallenge", fixture.answer("open sesame", session, username: username))
    }

    @Test("a session can be used only once, whatever the answer was")
    func sessionIsUsedOnce() async throws {
        let fixture = try await PoolFixture()
        let session = try await fixture.session()
        let next = try await fixture.respond(fixture.answer("no", session))
        #expect(next["Session"]?.string != session)
        // A command line would take a hyphen for the beginning of an option.
        #expect(session.hasPrefix("A"))
        try await expect(refusal(fixture, session), equals: Self.spent)
        #expect(fixture.verify.events.count == 1)
    }

    @Test("if two answers to one session arrive at once, only one is checked")
    func simultaneousAnswersUseTheSessionOnce() async throws {
        let fixture = try await PoolFixture()
        let body = fixture.answer("open sesame", try await fixture.session())
        async let first = fixture.client.send("RespondToAuthChallenge", body)
        async let second = fixture.client.send("RespondToAuthChallenge", body)
        let statuses = try await [first.status, second.status].sorted()
        #expect(statuses == [200, 400])
        #expect(fixture.verify.events.count == 1)
    }

    @Test("a session expires after the client's minutes, which start again in each round")
    func sessionExpires() async throws {
        let fixture = try await PoolFixture({ $0.clients[0].sessionMinutes = 3 })
        let session = try await fixture.session()
        fixture.wait(seconds: 179)
        let next = try await fixture.respond(fixture.answer("no", session))
        fixture.wait(seconds: 179)
        let body = fixture.answer("no", next["Session"]?.string)
        let last = try await fixture.respond(body)["Session"]?.string
        fixture.wait(seconds: 180)
        try await expect(refusal(fixture, last), equals: Self.expired)
    }

    @Test("a session is refused for another client, user or challenge, and stays valid")
    func sessionOfAnotherSignInIsRefused() async throws {
        let fixture = try await PoolFixture({ $0.clients.append(AppClient(id: "other")) })
        await fixture.pool.store(PoolFixture.user("bo@example.test", sub: "bo"))
        let session = try await fixture.session()
        for body in [
            fixture.answer("open sesame", session, client: "other"),
            fixture.answer("open sesame", session, username: "bo@example.test"),
            fixture.answer("open sesame", session, username: "nobody@example.test"),
            fixture.answer("open sesame", session, challenge: "PASSWORD_VERIFIER"),
        ] {
            try await fixture.expect("RespondToAuthChallenge", body, fails: Self.invalid)
        }
        try await fixture.respond(fixture.answer("open sesame", session))
    }

    @Test(
        "an answer may name the user as typed, in any case, or by the pool's own name",
        arguments: [PoolFixture.email, "ANA@Example.test", "7d1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f11"])
    func answerMayNameTheUserInAnyForm(name: String) async throws {
        let fixture = try await PoolFixture()
        let session = try await fixture.session()
        try await fixture.respond(fixture.answer("open sesame", session, username: name))
    }

    @Test("another pool's session, a changed one and noise are refused, and a wrong length has its own error")
    func forgedSessionIsRefused() async throws {
        let foreign = try await PoolFixture().session()
        let fixture = try await PoolFixture()
        let own = try await fixture.session()
        let changed = String(own.dropLast(4)) + (own.hasSuffix("AAAA") ? "BBBB" : "AAAA")
        for session in [foreign, changed, String(repeating: "s", count: 40), own + "=", "ä" + own] {
            try await expect(refusal(fixture, session), equals: Self.invalid)
        }
        let subject =
            "1 validation error detected: Value at 'session' failed to satisfy constraint: Member must have"
        try await expect(
            refusal(fixture, String(repeating: "s", count: 19)),
            equals: .parameter(subject + " length greater than or equal to 20"))
        try await expect(
            refusal(fixture, String(repeating: "s", count: 4097)),
            equals: .parameter(subject + " length less than or equal to 4096"))
        try await expect(refusal(fixture, nil), equals: .parameter("Missing required parameter Session"))
    }

    @Test("an answer without ANSWER is refused, and the session stays valid")
    func missingAnswerKeepsTheSession() async throws {
        let fixture = try await PoolFixture()
        let session = try await fixture.session()
        try await fixture.expect(
            "RespondToAuthChallenge", fixture.answer(nil, session),
            fails: .parameter("Missing required parameter ANSWER"))
        try await fixture.respond(fixture.answer("open sesame", session))
    }

    @Test(
        "private parameters that fit in 4096 characters are sealed, and longer ones are an error",
        arguments: [(1_400, true), (2_750, true), (2_900, false), (5_000, false)])
    func sealedSessionHasAMaximumLength(length: Int, fits: Bool) async throws {
        let create = ClosureFunction { event in
            .reply(
                event.replying(#"{"privateChallengeParameters":{"right":"\#(String(repeating: "x", count: length))"}}"#)
            )
        }
        let fixture = try await PoolFixture(create: create)
        let answer = try await fixture.client.send("InitiateAuth", fixture.start())
        if fits {
            let session = try #require(answer.json?["Session"]?.string)
            #expect(session.count <= 4096)
            // As they are, and in base64. A few letters in a row occur by chance.
            for text in ["x", "eHh4"] { #expect(!session.contains(String(repeating: text, count: 16))) }
        } else {
            #expect(answer.json?["__type"]?.string == "InvalidLambdaResponseException")
        }
    }
}
