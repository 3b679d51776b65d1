import AuthChallenge
import CognitoTriggers
import LambdaRuntime
import StandIns
import Testing

@Suite("The answer to a code of our own")
struct EmailOTPVerifyTests {
    @Test("the code is right, in groups of digits too", arguments: ["", " ", "  "])
    func right(space: String) throws {
        let world = try CodeWorld()
        let challenge = try world.create()
        let code = try world.code
        let answer = space + code.prefix(3) + space + code.dropFirst(3) + space
        #expect(try world.verify(challenge, answer) == "right EMAIL_OTP")
    }

    @Test(
        "what cannot be a code is refused and is no guess",
        arguments: [
            "", "12345", "1234567", "12345a", "１２３４５６", "123-456", "123456\n", "-12345", "+12345",
            String(repeating: " ", count: 40) + "123456",
        ])
    func unusable(answer: String) throws {
        let world = try CodeWorld()
        let challenge = try world.create()
        world.transport.forgetCalls()
        #expect(try world.verify(challenge, answer) == "unusable_answer")
        #expect(world.transport.calls.isEmpty)
    }

    @Test("five different guesses are judged, of which the fifth may be right", arguments: [4, 5])
    func guesses(wrong: Int) throws {
        let world = try CodeWorld()
        let challenge = try world.create()
        for number in 1...wrong { #expect(try world.verify(challenge, try world.wrongCode(number)) == "wrong_code") }
        #expect(try world.verify(challenge, try world.code) == (wrong < 5 ? "right EMAIL_OTP" : "too_many_guesses"))
    }

    @Test("guesses are counted for the code, whatever round or session they are made in")
    func acrossSessions() throws {
        let world = try CodeWorld()
        let rounds = try (0..<6).map { _ in try world.create() }
        #expect(world.aws.mails.count == 1)
        for (number, round) in rounds.dropLast().enumerated() {
            #expect(try world.verify(round, try world.wrongCode(number + 1)) == "wrong_code")
        }
        #expect(try world.verify(rounds[5], try world.code) == "too_many_guesses")
    }

    @Test("the same guess again, as Cognito's retry makes it, is counted once")
    func repeatedGuess() throws {
        let world = try CodeWorld()
        let challenge = try world.create()
        for _ in 0..<10 { #expect(try world.verify(challenge, try world.wrongCode()) == "wrong_code") }
        #expect(try world.verify(challenge, try world.code) == "right EMAIL_OTP")
    }

    @Test("the limit of guesses is a setting")
    func limit() throws {
        let world = try CodeWorld(["OTP_GUESSES_PER_CODE": "1"])
        let challenge = try world.create()
        #expect(try world.verify(challenge, try world.wrongCode()) == "wrong_code")
        #expect(try world.verify(challenge, try world.code) == "too_many_guesses")
    }

    @Test("a code is used once; the round that used it may do so again, as Cognito's retry does")
    func once() throws {
        let world = try CodeWorld()
        let rounds = try (0..<3).map { _ in try world.create() }
        let code = try world.code
        #expect(try world.verify(rounds[1], code) == "right EMAIL_OTP")
        #expect(try world.verify(rounds[0], code) == "already_used")
        #expect(try world.verify(rounds[2], code) == "already_used")
        #expect(try world.verify(rounds[1], code) == "right EMAIL_OTP")
    }

    @Test("a code counts until its time is over", arguments: [(299_999, "right EMAIL_OTP"), (300_000, "expired")])
    func lifetime(milliseconds: Int64, verdict: String) throws {
        let world = try CodeWorld()
        let challenge = try world.create()
        world.clock.advance(milliseconds: milliseconds)
        #expect(try world.verify(challenge, try world.code) == verdict)
    }

    @Test("the lifetime is a setting, and the mail names it")
    func ownLifetime() throws {
        let world = try CodeWorld(["OTP_LIFETIME": "60"])
        let challenge = try world.create()
        #expect(world.aws.mails.last?.text?.contains("one minute") == true)
        world.clock.advance(seconds: 60)
        #expect(try world.verify(challenge, try world.code) == "expired")
    }

    static let strangers: [(String, @Sendable (EventBuilder) -> EventBuilder, String)] = [
        ("another user", { $0.attribute("sub", "5e1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f12") }, "wrong_code"),
        ("another address", { $0.attribute("email", "new@example.test") }, "wrong_code"),
        ("no address", { $0.attribute("email", nil) }, "wrong_code"),
        ("no sub", { $0.attribute("sub", nil) }, "unknown_user"), ("nobody", { $0.unknownUser() }, "unknown_user"),
    ]

    @Test("the code is right for the user and address it was sent to and for nobody else", arguments: strangers)
    func wrongPerson(name: String, change: @Sendable (EventBuilder) -> EventBuilder, verdict: String) throws {
        let world = try CodeWorld()
        let challenge = try world.create()
        #expect(try world.verify(change(.verify(challenge, try world.code))) == verdict)
    }

    @Test(
        "a code that went to the old address proves no new one, in whatever round it is tried",
        arguments: [false, true], [true, false])
    func changedAddress(afterWrong: Bool, hasTable: Bool) throws {
        let world = try CodeWorld(hasTable: hasTable)
        let first = try world.create()
        let old = try world.code
        let event = afterWrong ? CodeWorld.session(after: first) : .create
        let second = try world.create(event.attribute("email", "new@example.test"))
        func verify(_ challenge: Challenge, _ code: String) throws -> String {
            try world.verify(EventBuilder.verify(challenge, code).attribute("email", "new@example.test"))
        }
        #expect(try verify(second, old) == "wrong_code")
        #expect(try verify(first, old) == "wrong_code")
        world.clock.advance(seconds: 30)
        let third = try world.create(.create.attribute("email", "new@example.test"))
        #expect(world.aws.mails.last?.recipient == "new@example.test")
        #expect(try verify(third, try world.code) == "right EMAIL_OTP")
    }

    @Test(
        "private parameters that were changed, left out or made up win nothing",
        arguments: [
            ("key", "other", "wrong_code"), ("code", "other", "wrong_code"), ("expires", "1800000300251", "wrong_code"),
            ("round", "2", "wrong_code"), ("mac", "other", "wrong_code"), ("verdict", "shut", "closed_round"),
            ("verdict", "OPEN", "closed_round"), ("method", "RESULT_TOKEN", "unreadable_round"),
            ("key", nil, "unreadable_round"), ("code", nil, "unreadable_round"), ("mac", nil, "unreadable_round"),
            ("expires", nil, "unreadable_round"), ("expires", "soon", "unreadable_round"),
            ("key", "", "unreadable_round"), ("code", "", "unreadable_round"), ("mac", "", "unreadable_round"),
            ("context", nil, "unreadable_round"), ("context", "", "unreadable_round"),
            ("verdict", nil, "closed_round"), ("method", nil, "unreadable_round"), ("round", "0", "unreadable_round"),
        ] as [(String, String?, String)])
    func parameters(name: String, value: String?, verdict: String) throws {
        let world = try CodeWorld()
        let challenge = try world.create()
        var parameters = challenge.privateParameters
        parameters[name] = value
        let event = EventBuilder.verify(challenge, try world.code).privateParameters(parameters)
        #expect(try world.verify(event) == verdict)
    }

    @Test("another deployment's key makes another code")
    func otherKey() throws {
        let world = try CodeWorld()
        let challenge = try world.create()
        let other = try CodeWorld(["OTP_KEY": "another key for codes of more than 32 bytes"])
        _ = try other.create()
        #expect(try other.code != world.code)
        #expect(try other.verify(challenge, try world.code) == "wrong_code")
    }

    @Test("without an answer of the table no code is right", arguments: [0, 1])
    func tableFails(answered: Int) throws {
        let world = try CodeWorld()
        let challenge = try world.create()
        for _ in 0..<answered { world.transport.on(AWSServices.update, .ok("{}")) }
        world.transport.always(AWSServices.update, .status(500, ""))
        let error = #expect(throws: FunctionError.self) { try world.verify(challenge, try world.code) }
        #expect(error?.kind == .unavailable)
        #expect(error?.message == "Sign-in is not possible right now")
    }

    @Test("a right code marks the address as verified")
    func verifiedMark() throws {
        let world = try CodeWorld(["MARK_EMAIL_VERIFIED": "true"])
        let challenge = try world.create(.create.attribute("email_verified", "false"))
        world.transport.on(VerifiedMarkTests.call, .ok("{}"))
        let event = EventBuilder.verify(challenge, try world.code).attribute("email_verified", "false")
        #expect(try world.verify(event) == "right EMAIL_OTP")
        #expect(world.transport.names.last == VerifiedMarkTests.call)
    }

    @Test("a wrong code does not")
    func noMark() throws {
        let world = try CodeWorld(["MARK_EMAIL_VERIFIED": "true"])
        let challenge = try world.create(.create.attribute("email_verified", "false"))
        let event = EventBuilder.verify(challenge, try world.wrongCode()).attribute("email_verified", "false")
        #expect(try world.verify(event) == "wrong_code")
        #expect(!world.transport.names.contains(VerifiedMarkTests.call))
    }
}
