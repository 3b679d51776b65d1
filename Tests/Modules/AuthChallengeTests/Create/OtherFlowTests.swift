import CognitoTriggers
import LambdaRuntime
import Primitives
import SignInRules
import Testing
import TriggerTestSupport

/// Create and Verify of two deployments that differ in a setting, as while a change is shifting from one to the other.
@Suite("Create and Verify with rounds of another flow")
struct OtherFlowTests {
    private static let captcha = [
        "CAPTCHA_PROVIDER": "turnstile", "CAPTCHA_SITE_KEY": "key", "CAPTCHA_SECRET": "a secret of the provider",
        "CAPTCHA_HOSTNAMES": "app.example.test",
    ]

    private static func deployment(_ flow: String) throws -> TestDeployment {
        try .signed(captcha.merging(["SIGN_IN_FLOW": flow]) { $1 })
    }

    /// How many lines of the log are warnings of different flows.
    private static func warnings(_ deployment: TestDeployment, _ text: String) -> Int {
        deployment.recorder.lines.filter { $0.contains("WARN") && $0.contains(text) }.count
    }

    @Test(
        "a right answer is wrong if Verify has another flow than the Create that made the round",
        arguments: [
            ("RESULT_TOKEN", "PASSWORD,RESULT_TOKEN"), ("PASSWORD,RESULT_TOKEN", "RESULT_TOKEN"),
            ("RESULT_TOKEN", "CAPTCHA,RESULT_TOKEN"), ("PASSWORD,RESULT_TOKEN", "PASSWORD,CAPTCHA,RESULT_TOKEN"),
        ])
    func answerUnderAnotherFlow(made: String, own: String) throws {
        let (create, verify) = (try Self.deployment(made), try Self.deployment(own))
        let challenge = try create.create()
        let answer = try ProofAnswer(challenge, .emailOTP).text()
        #expect(try verify.verify(challenge, answer) == "other_flow")
        let warning =
            "the functions have different flows: CreateAuthChallenge made this round with SIGN_IN_FLOW=\(made), "
            + "VerifyAuthChallenge has SIGN_IN_FLOW=\(own)"
        #expect(Self.warnings(verify, warning) == 1, "\(verify.recorder.lines)")
        #expect(verify.audit.map(\.reason) == ["other_flow"])
        // It is not the answer's fault.
        #expect(try create.verify(challenge, answer) == "right EMAIL_OTP")
        #expect(Self.warnings(create, "different") == 0)
    }

    @Test("a right answer is wrong if Verify has another token mode than the Create that made the round")
    func answerInAnotherMode() throws {
        let deployment = try TestDeployment.signed()
        let challenge = try deployment.create()
        #expect(challenge.privateParameters["mode"] == "signed")
        let answer = try ProofAnswer(challenge, .emailOTP).text()
        var event = challenge.privateParameters
        event["mode"] = "authsignal"
        #expect(try deployment.verify(EventBuilder.verify(challenge, answer).privateParameters(event)) == "other_flow")
        let warning =
            "the functions have different token modes: CreateAuthChallenge made this round with "
            + "TOKEN_MODE=authsignal, VerifyAuthChallenge has TOKEN_MODE=signed"
        #expect(Self.warnings(deployment, warning) == 1, "\(deployment.recorder.lines)")
        #expect(try deployment.verify(challenge, answer) == "right EMAIL_OTP")
    }

    @Test("a round of the version before, which noted neither flow nor mode, is judged")
    func roundOfTheVersionBefore() throws {
        let deployment = try TestDeployment.signed()
        let challenge = try deployment.create()
        var event = challenge.privateParameters
        (event["flow"], event["mode"]) = (nil, nil)
        let answer = try ProofAnswer(challenge, .emailOTP).text()
        #expect(
            try deployment.verify(EventBuilder.verify(challenge, answer).privateParameters(event)) == "right EMAIL_OTP")
    }

    @Test(
        "no challenge is made after a round of another flow, because the sign-in cannot be won",
        arguments: ["RESULT_TOKEN who=;flow=P-RT", "RESULT_TOKEN who=abc;flow="])
    func challengeAfterAnotherFlow(note: String) throws {
        let deployment = try Self.deployment("RESULT_TOKEN")
        let row = ChallengeResult(
            challengeName: ChallengeResult.customChallenge, challengeResult: false, challengeMetadata: note)
        let flow = note.hasSuffix("P-RT") ? "PASSWORD,RESULT_TOKEN" : "?"
        #expect(
            throws: FunctionError.hidden(
                .invalidEvent,
                "the functions have different flows: CreateAuthChallenge made this round with SIGN_IN_FLOW=\(flow), "
                    + "this CreateAuthChallenge has SIGN_IN_FLOW=RESULT_TOKEN")
        ) { try deployment.create(.create.session([row])) }
    }

    @Test("a code stays valid in the next round if the version before noted it, and is limited together with it")
    func codeOfTheVersionBefore() throws {
        let codes = try CodeDeployment(AuditTests.settings.merging(["OTP_GUESSES_PER_CODE": "2"]) { $1 })
        let first = try codes.create()
        let former = try #require(first.metadata.split(separator: ";").first.map(String.init))
        func row(_ note: String) -> ChallengeResult {
            ChallengeResult(
                challengeName: ChallengeResult.customChallenge, challengeResult: false, challengeMetadata: note)
        }
        #expect(former.hasSuffix(" who=\(AuditTests.who)"))
        let second = try codes.create(.create.session([row(former)]))
        #expect(second.outcome == "continued")
        #expect(second.metadata == first.metadata)
        #expect(try codes.create(.create.session([row(former), row(second.metadata)])).outcome != "continued")
    }
}
