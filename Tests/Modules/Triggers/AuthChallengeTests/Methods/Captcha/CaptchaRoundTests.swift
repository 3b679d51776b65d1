import AuthChallenge
import CognitoTriggers
import HTTP
import LambdaRuntime
import TestSupport
import Testing
import TriggerTestSupport

@Suite("CAPTCHA: a round")
struct CaptchaRoundTests {
    @Test("gives the app provider and site key, and the action if one is required")
    func challengeShowsProviderAndSiteKey() throws {
        let deployment = try TestDeployment.captcha()
        let challenge = try deployment.create()
        #expect(
            challenge.publicParameters == [
                "challenge": "CAPTCHA", "provider": "turnstile", "siteKey": Captcha.siteKey,
            ])
        #expect(challenge.privateParameters.keys.sorted() == ["flow", "key", "round", "step"])
        #expect(challenge.metadata == "CAPTCHA who=;flow=C-RT")
        #expect(challenge.outcome == "issued")
        let named = try TestDeployment.captcha(["CAPTCHA_ACTION": "sign-in"]).create()
        #expect(named.publicParameters["action"] == "sign-in")
        #expect(deployment.transport.calls.isEmpty)
    }

    @Test("asks the provider as it documents, and nothing besides", arguments: ["turnstile", "hcaptcha", "recaptcha"])
    func providerIsAskedAsDocumented(provider: String) throws {
        let deployment = try TestDeployment.captcha([
            "CAPTCHA_PROVIDER": provider, "CAPTCHA_SECRET": "a+b/c=&d 0123456789e",
        ])
        try expect(deployment.solve(Captcha.verdict(), provider: provider), equals: "right CAPTCHA")
        let call = try #require(deployment.transport.calls.first)
        try expect(deployment.transport.names, equals: [#require(Captcha.calls[provider])])
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
        try expect(#require(call.request.timeout)) { $0 <= 3_000 }
    }

    @Test("Cognito's retry asks with the same idempotency key, another answer or round with another")
    func retryKeepsTheIdempotencyKey() throws {
        let deployment = try TestDeployment.captcha()
        let first = try deployment.create()
        let second = try deployment.create()
        deployment.transport.always(Captcha.call, .ok(Captcha.verdict()))
        for (challenge, answer) in [(first, "one"), (first, "one"), (first, "two"), (second, "one")] {
            try expect(deployment.verify(challenge, answer), equals: "right CAPTCHA")
        }
        let keys = deployment.transport.calls.map { $0.body.split(separator: "=").last ?? "" }
        #expect(keys[0] == keys[1])
        #expect(Set(keys).count == 3)
    }

    @Test("an unknown user gets the same challenge, and passes and fails as a known one does")
    func unknownUserIsTreatedAlike() throws {
        let deployment = try TestDeployment.captcha()
        let known = try deployment.create()
        let unknown = try deployment.create(.create.unknownUser())
        func shape(_ parameters: [String: String]) -> [String: Int] { parameters.mapValues(\.utf8.count) }
        #expect(unknown.publicParameters == known.publicParameters)
        #expect(shape(unknown.privateParameters) == shape(known.privateParameters))
        #expect(unknown.metadata == known.metadata)
        deployment.transport.on(Captcha.call, .ok(Captcha.verdict()), .ok(Captcha.refusal("invalid-input-response")))
        let event = EventBuilder.verify(unknown, Captcha.answer).unknownUser()
        try expect(deployment.verify(event), equals: "right CAPTCHA")
        try expect(deployment.verify(event), equals: "unknown_user")
        #expect(deployment.transport.names == [Captcha.call, Captcha.call])
        #expect(deployment.pauses == [])
    }

    @Test(
        "an answer that no widget gives is refused without asking the provider",
        arguments: ["", "é", "two words", "a\nb", String(repeating: "a", count: 8_193)])
    func unusableAnswerAsksNobody(answer: String) throws {
        let deployment = try TestDeployment.captcha()
        try expect(deployment.verify(deployment.create(), answer), equals: "unusable_answer")
        #expect(deployment.transport.calls.isEmpty)
    }

    @Test("a round without Create's key is not judged", arguments: [nil, ""])
    func roundWithoutKeyIsNotJudged(key: String?) throws {
        let deployment = try TestDeployment.captcha()
        let parameters = ["step": "CAPTCHA", "round": "1"].merging(key.map { ["key": $0] } ?? [:]) { $1 }
        let event = EventBuilder.verify(try deployment.create(), Captcha.answer).privateParameters(parameters)
        try expect(deployment.verify(event), equals: "unreadable_round")
        #expect(deployment.transport.calls.isEmpty)
    }
}

@Suite("CAPTCHA: an answer is used once")
struct CaptchaUseTests {
    private let aws = AWSServices()
    private let deployment: TestDeployment

    init() throws {
        let aws = aws
        deployment = try TestDeployment(Captcha.settings, AWSServices.settings) { aws.serve(behind: $0) }
        deployment.keepSecret(Captcha.secret)
        deployment.transport.always(Captcha.call, .ok(Captcha.verdict()))
    }

    @Test("it passes one round, whatever the provider says later, and Cognito's retry does no harm")
    func answerPassesOneRound() throws {
        let first = try deployment.create()
        let second = try deployment.create()
        try expect(deployment.verify(first, Captcha.answer), equals: "right CAPTCHA")
        try expect(deployment.verify(first, Captcha.answer), equals: "right CAPTCHA")
        try expect(deployment.verify(second, Captcha.answer), equals: "already_used")
        try expect(deployment.verify(.verify(second, Captcha.answer).unknownUser()), equals: "unknown_user")
        try expect(deployment.verify(second, Captcha.answer + "2"), equals: "right CAPTCHA")
    }

    @Test("an unknown user's answer is used up like anybody's")
    func unknownUsersAnswerIsUsedUp() throws {
        let event = EventBuilder.verify(try deployment.create(.create.unknownUser()), Captcha.answer).unknownUser()
        try expect(deployment.verify(event), equals: "right CAPTCHA")
        try expect(deployment.verify(deployment.create(), Captcha.answer), equals: "already_used")
    }

    @Test("nobody gets in while the table is out")
    func tableOutageLetsNobodyIn() throws {
        let challenge = try deployment.create()
        deployment.transport.always(AWSServices.update, .status(500, "{}"))
        let error = #expect(throws: FunctionError.self) { try deployment.verify(challenge, Captcha.answer) }
        #expect(error?.kind == .unavailable)
        #expect(error?.detail.hasPrefix("STATE_TABLE: ") == true)
    }
}
