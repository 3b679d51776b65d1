import AuthChallenge
import HTTP
import LambdaRuntime
import TestSupport
import Testing
import TriggerTestSupport

@Suite("CAPTCHA: settings")
struct CaptchaSettingsTests {
    private func start(_ changes: [String: String?]) throws {
        var settings = Captcha.settings
        for (name, value) in changes { settings[name] = value }
        _ = try TestDeployment(settings, [:])
    }

    static let refused: [(changes: [String: String?], variable: String, problem: String)] = [
        (["CAPTCHA_PROVIDER": nil], "CAPTCHA_PROVIDER", "must be one of turnstile, hcaptcha, recaptcha"),
        (["CAPTCHA_PROVIDER": "Turnstile"], "CAPTCHA_PROVIDER", "must be one of turnstile, hcaptcha, recaptcha"),
        (["CAPTCHA_SITE_KEY": nil], "CAPTCHA_SITE_KEY", "must be the provider's key for the page"),
        (["CAPTCHA_SITE_KEY": "a b"], "CAPTCHA_SITE_KEY", "must be the provider's key for the page"),
        (["CAPTCHA_SITE_KEY": text(257)], "CAPTCHA_SITE_KEY", "must be the provider's key for the page"),
        (["CAPTCHA_SECRET": nil], "CAPTCHA_SECRET", "or CAPTCHA_SECRET_ARN must be set"),
        (["CAPTCHA_SECRET": "secret "], "CAPTCHA_SECRET", "begins or ends with white space"),
        (["CAPTCHA_SECRET_ARN": "arn"], "CAPTCHA_SECRET_ARN", ""),
        (["CAPTCHA_HOSTNAMES": nil], "CAPTCHA_HOSTNAMES", "must be set"),
        (["CAPTCHA_HOSTNAMES": "a.test,"], "CAPTCHA_HOSTNAMES", "has an empty part in its list"),
        (["CAPTCHA_HOSTNAMES": "*"], "CAPTCHA_HOSTNAMES", hostnames),
        (["CAPTCHA_HOSTNAMES": text(254)], "CAPTCHA_HOSTNAMES", hostnames),
        (["CAPTCHA_HOSTNAMES": "A.test"], "CAPTCHA_HOSTNAMES", hostnames),
        (["CAPTCHA_HOSTNAMES": "https://a.test"], "CAPTCHA_HOSTNAMES", hostnames),
        (["CAPTCHA_HOSTNAMES": "a.test:8443"], "CAPTCHA_HOSTNAMES", hostnames),
        (["CAPTCHA_ACTION": "a b"], "CAPTCHA_ACTION", "may hold only letters, digits and _ - /"),
        (["CAPTCHA_ACTION": text(101)], "CAPTCHA_ACTION", "may hold only letters, digits and _ - /"),
        (
            ["CAPTCHA_PROVIDER": "hcaptcha", "CAPTCHA_ACTION": "login"], "CAPTCHA_ACTION",
            "does not exist for hcaptcha"
        ),
        (["CAPTCHA_MINIMUM_SCORE": "0.5"], "CAPTCHA_MINIMUM_SCORE", "is only for recaptcha"),
        (
            ["CAPTCHA_PROVIDER": "hcaptcha", "CAPTCHA_MINIMUM_SCORE": "0.5"], "CAPTCHA_MINIMUM_SCORE",
            "is only for recaptcha"
        ),
        (["CAPTCHA_MAX_AGE": "9"], "CAPTCHA_MAX_AGE", "must be a whole number from 10 to 300"),
        (["CAPTCHA_MAX_AGE": "301"], "CAPTCHA_MAX_AGE", "must be a whole number from 10 to 300"),
        (["CAPTCHA_VERIFY_URL": "https://verify.example"], "CAPTCHA_VERIFY_URL", verifyURL),
        (["CAPTCHA_VERIFY_URL": "http://verify.example"], "CAPTCHA_VERIFY_URL", verifyURL),
        (["CAPTCHA_VERIFY_URL": "http://127.0.0.1@verify.example"], "CAPTCHA_VERIFY_URL", verifyURL),
        (["STATE_TABLE": "no table!"], "STATE_TABLE", "must be the name of a DynamoDB table"),
    ]
    static func text(_ length: Int) -> String { String(repeating: "a", count: length) }
    static let hostnames = "must be host names in lower case, without scheme and port"
    static let verifyURL = "must be a plain http address of this machine: it is for tests"

    @Test("a wrong setting stops the functions with a text that names the variable", arguments: refused)
    func wrongSettingStopsTheFunctions(changes: [String: String?], variable: String, problem: String) {
        let fault =
            variable == "CAPTCHA_SECRET_ARN"
            ? FunctionError.configuration("CAPTCHA_SECRET", "and CAPTCHA_SECRET_ARN are both set: set one")
            : .configuration(variable, problem)
        #expect(throws: fault) { try start(changes) }
    }

    @Test(
        "a minimum score is a number above 0 and up to 1",
        arguments: ["0", "0.0", "1.1", "-0.5", "half", "nan", "inf", "1e-1", "0,5", "0x1", "."])
    func minimumScoreIsAboveZeroAndUpToOne(text: String) {
        #expect(
            throws: FunctionError.configuration(
                "CAPTCHA_MINIMUM_SCORE", "must be a number above 0 and up to 1, such as 0.5")
        ) { try start(["CAPTCHA_PROVIDER": "recaptcha", "CAPTCHA_MINIMUM_SCORE": text]) }
    }

    @Test("the longest key, host name and action are accepted, and the highest score")
    func longestSettingsAreAccepted() {
        #expect(throws: Never.self) {
            try start([
                "CAPTCHA_PROVIDER": "recaptcha", "CAPTCHA_MINIMUM_SCORE": "1", "CAPTCHA_SITE_KEY": Self.text(256),
                "CAPTCHA_HOSTNAMES": Self.text(253), "CAPTCHA_ACTION": Self.text(100),
            ])
        }
    }

    @Test("only Verify reads the secret")
    func onlyVerifyReadsTheSecret() throws {
        let recorder = LogRecorder()
        var settings = Captcha.settings
        settings["CAPTCHA_SECRET"] = nil
        _ = try CreateTrigger(.test(settings), recorder.log)
        let missing = FunctionError.configuration("CAPTCHA_SECRET", "or CAPTCHA_SECRET_ARN must be set")
        #expect(throws: missing) { _ = try VerifyTrigger(.test(settings), recorder.log) }
        // Create does not read the secret, so it starts even if it may not read it.
        settings["CAPTCHA_SECRET_ARN"] = "arn:aws:secretsmanager:eu-west-1:1:secret:a"
        _ = try CreateTrigger(.test(settings), recorder.log)
    }
}

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
        try expect(deployment.verify(challenge, Captcha.answer), equals: "right CAPTCHA")
        #expect(deployment.transport.names == [Captcha.call, Self.call, Captcha.call])
        #expect(Self.askedWith(deployment) == [Captcha.secret, "another-secret"])
        // The answer and the key of the round are the same, so Turnstile knows Cognito's retry again.
        let bodies = deployment.transport.calls.filter { $0.name == Captcha.call }.map(\.body)
        #expect(Set(bodies.map { $0.drop { $0 != "&" } }).count == 1)
        // The new one stays in use.
        deployment.transport.on(Captcha.call, .ok(Captcha.verdict()))
        try expect(deployment.verify(challenge, Captcha.answer), equals: "right CAPTCHA")
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
            try expect(deployment.verify(deployment.create(), Captcha.answer), equals: outcome)
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
        try expect(deployment.verify(deployment.create(), Captcha.answer), equals: "not_succeeded")
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
