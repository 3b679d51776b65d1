import HTTP
import LambdaRuntime
import Testing
import TriggerTestSupport

@Suite("CAPTCHA: a secret that is replaced while Verify runs")
struct CaptchaSecretTests {
    private static let call = SecretTests.call
    private static let refusal = ScriptedTransport.Answer.ok(Captcha.refusal("invalid-input-secret"))
    private static let unjudged = FunctionError.hidden(
        .unavailable, "turnstile cannot judge the answer: invalid-input-secret")

    private static func secret(_ text: String) -> ScriptedTransport.Answer { .ok(#"{"SecretString":"\#(text)"}"#) }

    /// A deployment whose secret is in Secrets Manager. The call of Verify's start is forgotten.
    private static func deployment() throws -> TestDeployment {
        let settings = Captcha.settings.filter { $0.key != "CAPTCHA_SECRET" }
        let deployment = try TestDeployment(settings, ["CAPTCHA_SECRET_ARN": SecretTests.arn]) {
            $0.on(call, secret(Captcha.secret))
        }
        deployment.keepSecret(Captcha.secret)
        deployment.transport.forget()
        return deployment
    }

    /// The secrets with which the provider has been asked.
    private static func askedWith(_ deployment: TestDeployment) -> [String] {
        deployment.transport.calls.filter { $0.name == Captcha.call }.map {
            String($0.body.dropFirst("secret=".count).prefix { $0 != "&" })
        }
    }

    @Test("a secret that the provider refuses is read again at once, and the provider asked with the new one")
    func refusedSecretIsReadAgain() throws {
        let deployment = try Self.deployment()
        deployment.transport.on(Captcha.call, Self.refusal, .ok(Captcha.verdict()))
        deployment.transport.on(Self.call, Self.secret("another-secret"))
        let challenge = try deployment.create()
        #expect(try deployment.verify(challenge, Captcha.answer) == "right CAPTCHA")
        #expect(deployment.transport.names == [Captcha.call, Self.call, Captcha.call])
        #expect(Self.askedWith(deployment) == [Captcha.secret, "another-secret"])
        // The answer and the key of the round are the same, so Turnstile knows Cognito's retry again.
        let bodies = deployment.transport.calls.filter { $0.name == Captcha.call }.map(\.body)
        #expect(Set(bodies.map { $0.drop { $0 != "&" } }).count == 1)
        // The new one stays in use.
        deployment.transport.on(Captcha.call, .ok(Captcha.verdict()))
        #expect(try deployment.verify(challenge, Captcha.answer) == "right CAPTCHA")
        #expect(Self.askedWith(deployment).last == "another-secret")
        #expect(deployment.transport.names.count == 4)
    }

    @Test("the verdict on the second question is judged like any other")
    func secondVerdictIsJudged() throws {
        for (verdict, outcome) in [
            (Captcha.refusal("invalid-input-response"), "not_succeeded"),
            (Captcha.verdict(["hostname": "\"evil.test\""]), "wrong_hostname"),
        ] {
            let deployment = try Self.deployment()
            deployment.transport.on(Captcha.call, Self.refusal, .ok(verdict))
            deployment.transport.on(Self.call, Self.secret("another-secret"))
            #expect(try deployment.verify(try deployment.create(), Captcha.answer) == outcome)
        }
    }

    @Test("if the new secret is refused too, nobody gets in and the provider is not asked a third time")
    func secondRefusalEndsTheEvent() throws {
        let deployment = try Self.deployment()
        deployment.transport.on(Captcha.call, Self.refusal, Self.refusal)
        deployment.transport.on(Self.call, Self.secret("another-secret"))
        let challenge = try deployment.create()
        #expect(throws: Self.unjudged) { try deployment.verify(challenge, Captcha.answer) }
        #expect(deployment.transport.names == [Captcha.call, Self.call, Captcha.call])
    }

    @Test("a refused secret that is current is read at most every ten seconds, and the provider asked once")
    func readingIsLimited() throws {
        let deployment = try Self.deployment()
        deployment.transport.always(Captcha.call, Self.refusal)
        let challenge = try deployment.create()
        for (wait, reads) in [(0, 1), (0, 1), (9_999, 1), (1, 2), (0, 2)] as [(Int64, Int)] {
            deployment.clock.advance(milliseconds: wait)
            let before = deployment.transport.names
            if before.count(where: { $0 == Self.call }) < reads {
                deployment.transport.on(Self.call, Self.secret(Captcha.secret))
            }
            #expect(throws: Self.unjudged) { try deployment.verify(challenge, Captcha.answer) }
            let names = deployment.transport.names
            #expect(names.count { $0 == Self.call } == reads)
            #expect(names.count { $0 == Captcha.call } == before.count { $0 == Captcha.call } + 1)
        }
    }

    @Test("if the secret cannot be read again, nobody gets in, and the log says so")
    func failedReadingLetsNobodyIn() throws {
        let deployment = try Self.deployment()
        deployment.transport.on(Captcha.call, Self.refusal)
        deployment.transport.on(Self.call, .failure(.timedOut("slow")))
        let challenge = try deployment.create()
        #expect(throws: Self.unjudged) { try deployment.verify(challenge, Captcha.answer) }
        #expect(
            deployment.recorder.lines.contains(
                "WARN a secret cannot be read again, so the one known before stays in use: "
                    + "CAPTCHA_SECRET_ARN names a secret that cannot be read: timed out: slow"))
    }

    @Test(
        "a refusal that a user can bring about has no secret read",
        arguments: ["invalid-input-response", "timeout-or-duplicate", "sitekey-secret-mismatch", "bad-request"])
    func refusedAnswerReadsNoSecret(code: String) throws {
        let deployment = try Self.deployment()
        deployment.transport.on(Captcha.call, .ok(Captcha.refusal(code)))
        #expect(try deployment.verify(try deployment.create(), Captcha.answer) == "not_succeeded")
        #expect(deployment.transport.names == [Captcha.call])
    }

    @Test("a secret in a variable is not read again")
    func secretInAVariableIsNotReadAgain() throws {
        let deployment = try TestDeployment.captcha()
        deployment.transport.on(Captcha.call, Self.refusal)
        let challenge = try deployment.create()
        #expect(throws: Self.unjudged) { try deployment.verify(challenge, Captcha.answer) }
        #expect(deployment.transport.names == [Captcha.call])
    }
}
