import AuthChallenge
import CognitoTriggers
import HTTP
import LambdaRuntime
import StandIns
import TestSupport
import Testing
import TriggerTestSupport

@Suite("The answer to a code of our own")
struct EmailOTPVerifyTests {
    @Test(
        "the code is right, also in groups of digits, with signs that nobody sees",
        arguments: [
            "", " ", "  ", "-", "\n", "\u{A0}", "\u{202F}", "\u{200B}", "\u{FEFF}", "\u{200F}", "\u{2013}", "\u{2212}",
        ])
    func codeIsRight(space: String) throws {
        let deployment = try CodeDeployment()
        let challenge = try deployment.create()
        let code = try deployment.code
        let answer = space + code.prefix(3) + space + code.dropFirst(3) + space
        try expect(deployment.verify(challenge, answer), equals: "right EMAIL_OTP")
    }

    @Test(
        "text that cannot be a code is refused and does not count as a guess",
        arguments: [
            "", "12345", "1234567", "12345a", "123.456", "-12345", "+12345", "123456 654321", "no code",
            String(repeating: " ", count: 1_019) + "123456",
        ])
    func impossibleCodeIsNoGuess(answer: String) throws {
        let deployment = try CodeDeployment()
        let challenge = try deployment.create()
        deployment.transport.forgetCalls()
        try expect(deployment.verify(challenge, answer), equals: "unusable_answer")
        #expect(deployment.transport.calls.isEmpty)
    }

    @Test("five different guesses are judged, of which the fifth may be right", arguments: [4, 5])
    func fiveGuessesAreJudged(wrong: Int) throws {
        let deployment = try CodeDeployment()
        let challenge = try deployment.create()
        for number in 1...wrong {
            try expect(deployment.verify(challenge, deployment.wrongCode(number)), equals: "wrong_code")
        }
        try expect(
            deployment.verify(challenge, deployment.code), equals: wrong < 5 ? "right EMAIL_OTP" : "too_many_guesses")
    }

    @Test("guesses are counted for the requester, in all of its rounds and for no other")
    func guessesAreCountedByRequester() throws {
        let deployment = try CodeDeployment()
        let first = try deployment.create()
        let code = try deployment.code
        let second = try deployment.create(CodeDeployment.session(after: first))
        let other = try deployment.create()
        for number in 1...3 { _ = try deployment.verify(first, try deployment.wrongCode(number)) }
        for number in 4...5 { _ = try deployment.verify(second, try deployment.wrongCode(number)) }
        try expect(deployment.verify(second, code), equals: "too_many_guesses")
        try expect(deployment.verify(other, deployment.code), equals: "right EMAIL_OTP")
    }

    @Test("the same guess again, as Cognito's retry makes it, is counted once")
    func repeatedGuessCountsOnce() throws {
        let deployment = try CodeDeployment()
        let challenge = try deployment.create()
        for _ in 0..<10 { try expect(deployment.verify(challenge, deployment.wrongCode()), equals: "wrong_code") }
        try expect(deployment.verify(challenge, deployment.code), equals: "right EMAIL_OTP")
    }

    @Test("the limit of guesses is a setting")
    func guessLimitIsASetting() throws {
        let deployment = try CodeDeployment(["OTP_GUESSES_PER_CODE": "1"])
        let challenge = try deployment.create()
        try expect(deployment.verify(challenge, deployment.wrongCode()), equals: "wrong_code")
        try expect(deployment.verify(challenge, deployment.code), equals: "too_many_guesses")
    }

    @Test("a code is used once; the round that used it may do so again, as Cognito's retry does")
    func codeIsUsedOnce() throws {
        let deployment = try CodeDeployment()
        let first = try deployment.create()
        let second = try deployment.create(CodeDeployment.session(after: first))
        let code = try deployment.code
        try expect(deployment.verify(second, code), equals: "right EMAIL_OTP")
        try expect(deployment.verify(first, code), equals: "already_used")
        try expect(deployment.verify(second, code), equals: "right EMAIL_OTP")
    }

    @Test("using a code ends the others of that user and client, and none of another client")
    func useEndsOthers() throws {
        let deployment = try CodeDeployment()
        let rounds = [try deployment.create(), try deployment.create()]
        let elsewhere = try deployment.create(.create.client("another-client"))
        let codes = deployment.aws.mails.compactMap(\.code)
        try expect(deployment.verify(rounds[1], codes[1]), equals: "right EMAIL_OTP")
        try expect(deployment.verify(rounds[0], codes[0]), equals: "already_used")
        let event = EventBuilder.verify(elsewhere, codes[2]).client("another-client")
        try expect(deployment.verify(event), equals: "right EMAIL_OTP")
    }

    @Test("a code is valid until it expires", arguments: [(299_999, "right EMAIL_OTP"), (300_000, "expired")])
    func codeExpires(milliseconds: Int64, verdict: String) throws {
        let deployment = try CodeDeployment()
        let challenge = try deployment.create()
        deployment.clock.advance(milliseconds: milliseconds)
        try expect(deployment.verify(challenge, deployment.code), equals: verdict)
    }

    static let strangers: [(String, @Sendable (EventBuilder) -> EventBuilder, String)] = [
        ("another user", { $0.attribute("sub", "5e1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f12") }, "closed_round"),
        ("another address", { $0.attribute("email", "new@example.test") }, "wrong_code"),
        ("no address", { $0.attribute("email", nil) }, "wrong_code"),
        ("no sub", { $0.attribute("sub", nil) }, "unknown_user"), ("nobody", { $0.unknownUser() }, "unknown_user"),
    ]

    @Test("the code is right only for the user and address it was sent to", arguments: strangers)
    func codeIsRightOnlyForItsUserAndAddress(
        name: String, change: @Sendable (EventBuilder) -> EventBuilder, verdict: String
    ) throws {
        let deployment = try CodeDeployment()
        let challenge = try deployment.create()
        try expect(deployment.verify(change(.verify(challenge, deployment.code))), equals: verdict)
    }

    @Test(
        "a code that went to the old address proves no new one, in whatever round it is tried",
        arguments: [false, true], [true, false])
    func codeToTheOldAddressProvesNoNewOne(afterWrong: Bool, hasTable: Bool) throws {
        let deployment = try CodeDeployment(hasTable: hasTable)
        let first = try deployment.create()
        let old = try deployment.code
        let event = afterWrong ? CodeDeployment.session(after: first) : .create
        let second = try deployment.create(event.attribute("email", "new@example.test"))
        func verify(_ challenge: CreatedChallenge, _ code: String) throws -> String {
            try deployment.verify(EventBuilder.verify(challenge, code).attribute("email", "new@example.test"))
        }
        try expect(verify(second, old), equals: "wrong_code")
        try expect(verify(first, old), equals: "wrong_code")
        let third = try deployment.create(.create.attribute("email", "new@example.test"))
        #expect(deployment.aws.mails.last?.recipient == "new@example.test")
        try expect(verify(third, deployment.code), equals: "right EMAIL_OTP")
    }

    @Test(
        "private parameters that were changed, left out or made up win nothing",
        arguments: [
            ("requester", "other", "closed_round"), ("code", "3vrRother", "closed_round"),
            ("code", "other", "unknown_key"), ("issued", "1700000000000", "expired"),
            ("step", "RESULT_TOKEN", "unreadable_round"),
            ("key", nil, "unreadable_round"), ("code", nil, "unreadable_round"),
            ("issued", nil, "unreadable_round"), ("issued", "now", "unreadable_round"),
            ("issued", "10000000000000", "unreadable_round"), ("issued", "-1", "unreadable_round"),
            ("key", "", "unreadable_round"), ("code", "", "unreadable_round"),
            ("requester", nil, "unreadable_round"), ("requester", "", "unreadable_round"),
            ("step", nil, "unreadable_round"), ("round", "0", "unreadable_round"),
        ] as [(String, String?, String)])
    func changedParametersWinNothing(name: String, value: String?, verdict: String) throws {
        let deployment = try CodeDeployment()
        let challenge = try deployment.create()
        var parameters = challenge.privateParameters
        parameters[name] = value
        let event = EventBuilder.verify(challenge, try deployment.code).privateParameters(parameters)
        try expect(deployment.verify(event), equals: verdict)
    }

    @Test("a code that has expired is not right for a round that says it was issued later")
    func roundProlongsNothing() throws {
        let deployment = try CodeDeployment()
        let challenge = try deployment.create()
        var parameters = challenge.privateParameters
        parameters["issued"] = String(TestClock.start + 300_000)
        deployment.clock.advance(seconds: 300)
        let event = EventBuilder.verify(challenge, try deployment.code).privateParameters(parameters)
        try expect(deployment.verify(event), equals: "expired")
    }

    @Test("if the table does not answer, no code is right", arguments: [0, 1])
    func tableOutageMakesNoCodeRight(answered: Int) throws {
        let deployment = try CodeDeployment()
        let challenge = try deployment.create()
        var calls = 0
        deployment.aws.interrupt = {
            calls += 1
            return calls > answered ? HTTPResponse(status: 500) : nil
        }
        let error = #expect(throws: FunctionError.self) { try deployment.verify(challenge, try deployment.code) }
        #expect(error?.kind == .unavailable)
        #expect(error?.message == "Sign-in is not possible right now")
    }
}
