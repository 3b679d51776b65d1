import AuthChallenge
import HTTP
import LambdaRuntime
import Testing

@Suite("CAPTCHA: an answer counts once")
struct CaptchaUseTests {
    private let aws = AWSServices()
    private let world: World

    init() throws {
        let aws = aws
        world = try World(Captcha.settings, AWSServices.settings) { aws.serve(behind: $0) }
        world.keepSecret(Captcha.secret)
        world.transport.always(Captcha.call, .ok(Captcha.verdict()))
    }

    @Test("in one round, whatever the provider says of it later, and Cognito's repetition does no harm")
    func once() throws {
        let first = try world.create()
        let second = try world.create()
        #expect(try world.verify(first, Captcha.answer) == "right CAPTCHA")
        #expect(try world.verify(first, Captcha.answer) == "right CAPTCHA")
        #expect(try world.verify(second, Captcha.answer) == "already_used")
        #expect(try world.verify(.verify(second, Captcha.answer).unknownUser()) == "unknown_user")
        #expect(try world.verify(second, Captcha.answer + "2") == "right CAPTCHA")
    }

    @Test("a refused answer is not counted")
    func refused() throws {
        world.transport.on(Captcha.call, .ok(Captcha.refusal("invalid-input-response")))
        #expect(try world.verify(try world.create(), Captcha.answer) == "not_succeeded")
        #expect(world.transport.names == [Captcha.call])
        #expect(try world.verify(try world.create(), Captcha.answer) == "right CAPTCHA")
    }

    @Test("an unknown user's answer is used up like anybody's")
    func unknownUser() throws {
        let event = EventBuilder.verify(try world.create(.create.unknownUser()), Captcha.answer).unknownUser()
        #expect(try world.verify(event) == "right CAPTCHA")
        #expect(try world.verify(try world.create(), Captcha.answer) == "already_used")
    }

    @Test("nobody gets in while the table cannot say")
    func tableOut() throws {
        let challenge = try world.create()
        world.transport.always(AWSServices.update, .status(500, "{}"))
        let error = #expect(throws: FunctionError.self) { try world.verify(challenge, Captcha.answer) }
        #expect(error?.kind == .unavailable)
        #expect(error?.detail.hasPrefix("STATE_TABLE: ") == true)
    }
}
