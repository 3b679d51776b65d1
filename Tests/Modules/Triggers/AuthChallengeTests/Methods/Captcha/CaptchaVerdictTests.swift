import AuthChallenge
import HTTP
import LambdaRuntime
import SignInRules
import TestSupport
import Testing
import TriggerTestSupport

@Suite("CAPTCHA: what a provider's verdict is worth")
struct CaptchaVerdictTests {
    static let faults: [(changes: Captcha.Changes, outcome: String)] = [
        (["success": "false"], "not_succeeded"),
        (["hostname": nil], "wrong_hostname"), (["hostname": "\"\""], "wrong_hostname"),
        (["hostname": "null"], "wrong_hostname"), (["hostname": "[\"app.example.test\"]"], "wrong_hostname"),
        (["hostname": "\"evil.test\""], "wrong_hostname"), (["hostname": "\"example.test\""], "wrong_hostname"),
        (["hostname": "\"a.app.example.test\""], "wrong_hostname"),
        (["hostname": "\"APP.example.test\""], "wrong_hostname"),
        (["hostname": "\"app.example.test:8443\""], "wrong_hostname"),
        (["challenge_ts": nil], "too_old"), (["challenge_ts": "\"yesterday\""], "too_old"),
        (["challenge_ts": "1800000000"], "too_old"), (["challenge_ts": "\"2027-01-15 07:59:50Z\""], "too_old"),
        (["challenge_ts": "\"2027-01-15T07:57:59Z\""], "too_old"),
        (["challenge_ts": "\"2027-01-15T08:01:01Z\""], "too_old"),
    ]

    @Test("one wrong or missing member makes the answer wrong", arguments: faults)
    func wrongOrMissingMemberIsWrong(changes: Captcha.Changes, outcome: String) throws {
        let deployment = try TestDeployment.captcha()
        try expect(deployment.solve(Captcha.verdict(changes)), equals: outcome)
    }

    @Test(
        "every form that the providers give times in is read, and the age is judged to the second",
        arguments: [
            "2027-01-15T07:58:00Z", "2027-01-15T08:01:00Z", "2027-01-15T07:59:50.123456Z", "2027-01-15T08:59:50+01:00",
        ])
    func everyTimeFormatIsRead(text: String) throws {
        let deployment = try TestDeployment.captcha()
        try expect(deployment.solve(Captcha.verdict(["challenge_ts": "\"\(text)\""])), equals: "right CAPTCHA")
        #expect(deployment.recorder.lines == [])
    }

    @Test(
        "a required action must be there and match exactly",
        arguments: [
            (nil, "wrong_action"), ("\"\"", "wrong_action"), ("null", "wrong_action"), ("\"Sign-in\"", "wrong_action"),
            ("\"sign-in2\"", "wrong_action"), ("\"sign-in\"", "right CAPTCHA"),
        ] as [(String?, String)])
    func requiredActionMustMatch(value: String?, outcome: String) throws {
        let deployment = try TestDeployment.captcha(["CAPTCHA_ACTION": "sign-in"])
        try expect(deployment.solve(Captcha.verdict(["action": value])), equals: outcome)
    }

    @Test(
        "a required score must be there and be reached",
        arguments: [
            (nil, "low_score"), ("0.49", "low_score"), ("0", "low_score"), ("-1", "low_score"),
            ("\"0.9\"", "low_score"),
            ("true", "low_score"), ("1.1", "low_score"), ("5", "low_score"), ("1e3", "low_score"),
            ("0.5", "right CAPTCHA"), ("0.9", "right CAPTCHA"), ("1", "right CAPTCHA"), ("9e-1", "right CAPTCHA"),
        ] as [(String?, String)])
    func requiredScoreMustBeReached(value: String?, outcome: String) throws {
        let deployment = try TestDeployment.captcha(["CAPTCHA_PROVIDER": "recaptcha", "CAPTCHA_MINIMUM_SCORE": "0.5"])
        try expect(deployment.solve(Captcha.verdict(["score": value]), provider: "recaptcha"), equals: outcome)
    }

    @Test("a key that gives scores passes nobody if no minimum score is set")
    func scoreWithoutMinimumPassesNobody() throws {
        let deployment = try TestDeployment.captcha(["CAPTCHA_PROVIDER": "recaptcha"])
        try expect(deployment.solve(Captcha.verdict(), provider: "recaptcha"), equals: "right CAPTCHA")
        #expect(
            throws: FunctionError.hidden(
                .configuration, "the key gives scores: CAPTCHA_MINIMUM_SCORE must be set")
        ) { try deployment.solve(Captcha.verdict(["score": "0.9"]), provider: "recaptcha") }
        // hCaptcha's score counts the other way, so the setting does not apply to it.
        let other = try TestDeployment.captcha(["CAPTCHA_PROVIDER": "hcaptcha"])
        try expect(other.solve(Captcha.verdict(["score": "0.1"]), provider: "hcaptcha"), equals: "right CAPTCHA")
    }

    @Test(
        "a refusal of the answer is wrong, whatever its status",
        arguments: [
            (200, "invalid-input-response"), (200, "timeout-or-duplicate"), (200, "already-seen-response"),
            (400, "invalid-input-response"), (400, "bad-request"), (200, "a code of tomorrow"),
        ])
    func refusalIsWrongWhateverItsStatus(status: Int, code: String) throws {
        let deployment = try TestDeployment.captcha()
        try expect(deployment.solve(Captcha.refusal(code), status: status), equals: "not_succeeded")
        let named = code == "a code of tomorrow" ? "no known code" : code
        #expect(deployment.recorder.lines.contains("INFO turnstile refuses the answer: \(named)"))
    }

    @Test(
        "keys that may not belong together are logged as an error, and the answer is wrong",
        arguments: ["sitekey-secret-mismatch", "not-using-dummy-passcode"])
    func mismatchedKeysAreLoggedAsAnError(code: String) throws {
        let deployment = try TestDeployment.captcha()
        try expect(deployment.solve(Captcha.refusal(code)), equals: "not_succeeded")
        #expect(deployment.recorder.lines.contains("ERROR turnstile refuses the answer: \(code)"))
    }

    static let outages: [(status: Int, body: String, detail: String)] = [
        (200, "", "turnstile: status 200 and no verdict"), (200, "{}", "turnstile: status 200 and no verdict"),
        (200, #"{"success":"true"}"#, "turnstile: status 200 and no verdict"),
        (200, #"{"success":1}"#, "turnstile: status 200 and no verdict"),
        (200, #"{"success":true,"success":false}"#, "turnstile: status 200 and no verdict"),
        (200, "<html>", "turnstile: status 200 and no verdict"), (503, "", "turnstile: status 503 and no verdict"),
        (500, Captcha.verdict(), "turnstile: status 500"), (201, Captcha.verdict(), "turnstile: status 201"),
        (302, Captcha.verdict(), "turnstile: status 302"), (400, Captcha.verdict(), "turnstile: status 400"),
        (429, Captcha.refusal("bad-request"), "turnstile: status 429"),
        (503, Captcha.refusal("internal-error"), "turnstile: status 503"),
        (200, Captcha.refusal("internal-error"), "turnstile cannot judge the answer: internal-error"),
        (200, Captcha.refusal("invalid-input-secret"), "turnstile cannot judge the answer: invalid-input-secret"),
        (400, Captcha.refusal("missing-input-secret"), "turnstile cannot judge the answer: missing-input-secret"),
        (400, Captcha.refusal("missing-parameters"), "turnstile cannot judge the answer: missing-parameters"),
        (400, Captcha.refusal("invalid-parameters"), "turnstile cannot judge the answer: invalid-parameters"),
    ]

    @Test("a provider that says nothing about the answer lets nobody in", arguments: outages)
    func answerWithoutVerdictLetsNobodyIn(status: Int, body: String, detail: String) throws {
        let deployment = try TestDeployment.captcha()
        #expect(throws: FunctionError.hidden(.unavailable, detail)) { try deployment.solve(body, status: status) }
    }

    @Test("a provider that cannot be reached lets nobody in")
    func unreachableProviderLetsNobodyIn() throws {
        let deployment = try TestDeployment.captcha()
        let challenge = try deployment.create()
        deployment.transport.on(Captcha.call, .failure(.timedOut("late")))
        #expect(throws: FunctionError.hidden(.unavailable, "turnstile: timed out: late")) {
            try deployment.verify(challenge, Captcha.answer)
        }
        #expect(deployment.transport.names == [Captcha.call])
    }
}
