import AuthChallenge
import HTTP
import LambdaRuntime
import Testing
import TriggerTestSupport

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
        #expect(try deployment.verify(first, Captcha.answer) == "right CAPTCHA")
        #expect(try deployment.verify(first, Captcha.answer) == "right CAPTCHA")
        #expect(try deployment.verify(second, Captcha.answer) == "already_used")
        #expect(try deployment.verify(.verify(second, Captcha.answer).unknownUser()) == "unknown_user")
        #expect(try deployment.verify(second, Captcha.answer + "2") == "right CAPTCHA")
    }

    @Test("a refused answer is not counted")
    func refusedAnswerIsNotCounted() throws {
        deployment.transport.on(Captcha.call, .ok(Captcha.refusal("invalid-input-response")))
        #expect(try deployment.verify(try deployment.create(), Captcha.answer) == "not_succeeded")
        #expect(deployment.transport.names == [Captcha.call])
        #expect(try deployment.verify(try deployment.create(), Captcha.answer) == "right CAPTCHA")
    }

    @Test("an unknown user's answer is used up like anybody's")
    func unknownUsersAnswerIsUsedUp() throws {
        let event = EventBuilder.verify(try deployment.create(.create.unknownUser()), Captcha.answer).unknownUser()
        #expect(try deployment.verify(event) == "right CAPTCHA")
        #expect(try deployment.verify(try deployment.create(), Captcha.answer) == "already_used")
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
