import AuthChallenge
import CognitoTriggers
import HTTP
import LambdaRuntime
import Testing

@Suite("CAPTCHA: a round")
struct CaptchaRoundTests {
    @Test("shows the app provider and site key, and the action where one is demanded")
    func challenge() throws {
        let world = try World.captcha()
        let challenge = try world.create()
        #expect(
            challenge.publicParameters == [
                "challenge": "CAPTCHA", "provider": "turnstile", "siteKey": Captcha.siteKey,
            ])
        #expect(challenge.privateParameters.keys.sorted() == ["key", "method", "round"])
        #expect(challenge.metadata == "CAPTCHA")
        #expect(challenge.outcome == "issued")
        let named = try World.captcha(["CAPTCHA_ACTION": "sign-in"]).create()
        #expect(named.publicParameters["action"] == "sign-in")
        #expect(world.transport.calls.isEmpty)
    }

    @Test("every round has a key of its own")
    func ownKeys() throws {
        let world = try World.captcha()
        #expect(try world.create().key != world.create().key)
    }

    @Test("asks the provider as it documents, and nothing besides", arguments: ["turnstile", "hcaptcha", "recaptcha"])
    func request(provider: String) throws {
        let world = try World.captcha(["CAPTCHA_PROVIDER": provider, "CAPTCHA_SECRET": "a+b/c=&d 0123456789e"])
        #expect(try world.solve(Captcha.verdict(), provider: provider) == "right CAPTCHA")
        let call = try #require(world.transport.calls.first)
        #expect(world.transport.names == [try #require(Captcha.calls[provider])])
        #expect(call.header("Content-Type") == "application/x-www-form-urlencoded")
        let base = "secret=a%2Bb%2Fc%3D%26d%200123456789e&response=\(Captcha.answer)"
        switch provider {
        case "hcaptcha": #expect(call.body == "\(base)&sitekey=\(Captcha.siteKey)")
        case "recaptcha": #expect(call.body == base)
        default:
            let uuid = /&idempotency_key=[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/
            #expect(call.body.hasPrefix(base))
            #expect(call.body.dropFirst(base.count).wholeMatch(of: uuid) != nil)
        }
        #expect(call.request.maximumResponseBytes == 16_384)
        #expect(try #require(call.request.timeout) <= 3_000)
    }

    @Test("Cognito's repetition of a call asks with the same key, another answer or round with another")
    func idempotency() throws {
        let world = try World.captcha()
        let first = try world.create()
        let second = try world.create()
        world.transport.always(Captcha.call, .ok(Captcha.verdict()))
        for (challenge, answer) in [(first, "one"), (first, "one"), (first, "two"), (second, "one")] {
            #expect(try world.verify(challenge, answer) == "right CAPTCHA")
        }
        let keys = world.transport.calls.map { $0.body.split(separator: "=").last ?? "" }
        #expect(keys[0] == keys[1])
        #expect(Set(keys).count == 3)
    }

    @Test("the step after it is made as if it were the first")
    func nextStep() throws {
        let world = try World.captcha()
        let rows = [
            ChallengeResult(challengeName: "CUSTOM_CHALLENGE", challengeResult: false, challengeMetadata: "CAPTCHA"),
            ChallengeResult(challengeName: "CUSTOM_CHALLENGE", challengeResult: true, challengeMetadata: "CAPTCHA"),
        ]
        let again = try world.create(.create.session([rows[0]]))
        #expect(again.publicParameters["challenge"] == "CAPTCHA")
        #expect(again.privateParameters["round"] == "2")
        let token = try world.create(.create.session(rows))
        #expect(token.publicParameters["challenge"] == "RESULT_TOKEN")
        #expect(token.privateParameters["round"] == "1")
    }

    @Test("an unknown user gets the same challenge, and passes and fails as a known one does")
    func unknownUser() throws {
        let world = try World.captcha()
        let known = try world.create()
        let unknown = try world.create(.create.unknownUser())
        func shape(_ parameters: [String: String]) -> [String: Int] { parameters.mapValues(\.utf8.count) }
        #expect(unknown.publicParameters == known.publicParameters)
        #expect(shape(unknown.privateParameters) == shape(known.privateParameters))
        #expect(unknown.metadata == known.metadata)
        world.transport.on(Captcha.call, .ok(Captcha.verdict()), .ok(Captcha.refusal("invalid-input-response")))
        let event = EventBuilder.verify(unknown, Captcha.answer).unknownUser()
        #expect(try world.verify(event) == "right CAPTCHA")
        #expect(try world.verify(event) == "unknown_user")
        #expect(world.transport.names == [Captcha.call, Captcha.call])
        #expect(world.pauses == [])
    }

    @Test("no unknown user ever gets tokens for it", arguments: ["CAPTCHA,RESULT_TOKEN", "CAPTCHA,EMAIL_OTP"])
    func unknownUserGetsNoTokens(flow: String) throws {
        let last = flow == "CAPTCHA,EMAIL_OTP" ? "E" : "o"
        for (rows, decision) in [("K", "challenge"), ("K" + last, "unknown_user")] {
            let event = EventBuilder.define.session(Rows.parse(rows)).unknownUser()
            #expect(try DefineReply.decision(event, ["SIGN_IN_FLOW": flow]) == decision)
        }
    }

    @Test(
        "an answer that can be no widget's is refused without asking the provider",
        arguments: ["", "é", "two words", "a\nb", String(repeating: "a", count: 8_193)])
    func unusable(answer: String) throws {
        let world = try World.captcha()
        #expect(try world.verify(try world.create(), answer) == "unusable_answer")
        #expect(world.transport.calls.isEmpty)
    }

    @Test("a round without Create's key is not judged", arguments: [nil, ""])
    func unreadable(key: String?) throws {
        let world = try World.captcha()
        let parameters = ["method": "CAPTCHA", "round": "1"].merging(key.map { ["key": $0] } ?? [:]) { $1 }
        let event = EventBuilder.verify(try world.create(), Captcha.answer).privateParameters(parameters)
        #expect(try world.verify(event) == "unreadable_round")
        #expect(world.transport.calls.isEmpty)
    }
}
