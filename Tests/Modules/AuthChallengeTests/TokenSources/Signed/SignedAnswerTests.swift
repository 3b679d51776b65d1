import AuthChallenge
import LambdaRuntime
import Primitives
import SignInTokens
import Testing
import TriggerTestSupport

@Suite("Answers and private parameters of Verify")
struct SignedAnswerTests {
    static let impossibleTokens = [
        "", " ", "code with spaces", "line\nbreak", "nul\u{0}byte", "tab\t", "\u{7F}", #"{"token":"x"}"#, "[]", "é",
        "\u{FEFF}a",
        "<script>", "a,b", String(repeating: "a", count: 8_193), String(repeating: "a", count: 100_000),
    ]
    static let brokenTokens = [
        "x", "246813", ".", "..", "...", "a.b.c", "a.b.c.d", "====", "null", "true",
        String(repeating: "a", count: 8_192),
        String(repeating: ".", count: 8_192),
    ]

    @Test("junk is a wrong answer and not a failure", arguments: impossibleTokens)
    func impossibleTokenIsAWrongAnswer(_ answer: String) throws {
        let deployment = try TestDeployment.signed()
        let challenge = try deployment.create()
        #expect(try deployment.verify(challenge, answer) == "unusable_answer")
        let other = try TestDeployment.authsignal()
        #expect(try other.verify(challenge, answer) == "unusable_answer")
    }

    @Test("text that looks like a token but is not one is a wrong answer", arguments: brokenTokens)
    func brokenTokenIsAWrongAnswer(_ answer: String) throws {
        let deployment = try TestDeployment.signed()
        #expect(try deployment.verify(try deployment.create(), answer) == "invalid_token")
    }

    @Test("a right token with anything around or inside it changed is wrong")
    func changedTokenIsWrong() throws {
        let deployment = try TestDeployment.signed()
        let challenge = try deployment.create()
        let answer = try ProofAnswer(challenge, .passkey).text()
        #expect(try deployment.verify(challenge, answer) == "right PASSKEY")
        for wrong in ["=" + answer, answer + "=", answer + ".", answer + "A", String(answer.dropLast()), answer + "/"] {
            #expect(try deployment.verify(challenge, wrong) == "invalid_token")
        }
        for position in stride(from: 0, to: answer.utf8.count, by: 17) {
            var bytes = Array(answer.utf8)
            bytes[position] = bytes[position] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            #expect(try deployment.verify(challenge, String(decoding: bytes, as: UTF8.self)) == "invalid_token")
        }
    }

    struct Tampering: Sendable, CustomTestStringConvertible {
        let name: String
        /// Nil takes the parameter out.
        let value: String?
        let verdict: String

        var testDescription: String { "\(name) = \(value ?? "nothing")" }
    }

    @Test(
        "private parameters that Create did not write make the answer wrong",
        arguments: [
            Tampering(name: "method", value: nil, verdict: "unreadable_round"),
            Tampering(name: "method", value: "", verdict: "unreadable_round"),
            Tampering(name: "method", value: "OTHER", verdict: "unreadable_round"),
            Tampering(name: "method", value: "result_token", verdict: "unreadable_round"),
            Tampering(name: "round", value: nil, verdict: "unreadable_round"),
            Tampering(name: "round", value: "", verdict: "unreadable_round"),
            Tampering(name: "round", value: "0", verdict: "unreadable_round"),
            Tampering(name: "round", value: "-1", verdict: "unreadable_round"),
            Tampering(name: "round", value: "one", verdict: "unreadable_round"),
            Tampering(name: "round", value: "1.0", verdict: "unreadable_round"),
            Tampering(name: "round", value: "99999999999999999999", verdict: "unreadable_round"),
            Tampering(name: "key", value: nil, verdict: "unreadable_round"),
            Tampering(name: "key", value: "", verdict: "unreadable_round"),
            Tampering(name: "key", value: "another-key", verdict: "other_round"),
            Tampering(name: "subject", value: nil, verdict: "unreadable_round"),
            Tampering(name: "subject", value: "", verdict: "unreadable_round"),
            Tampering(name: "subject", value: "another-subject", verdict: "wrong_user"),
            Tampering(name: "verdict", value: nil, verdict: "closed_round"),
            Tampering(name: "verdict", value: "", verdict: "closed_round"),
            Tampering(name: "verdict", value: "shut", verdict: "closed_round"),
            Tampering(name: "verdict", value: "OPEN", verdict: "closed_round"),
        ])
    func foreignParametersMakeTheAnswerWrong(_ tampering: Tampering) throws {
        let deployment = try TestDeployment.signed()
        let challenge = try deployment.create()
        var parameters = challenge.privateParameters
        parameters[tampering.name] = tampering.value
        let answer = try ProofAnswer(challenge, .emailOTP).text()
        let event = EventBuilder.verify(challenge, answer).privateParameters(parameters)
        #expect(try deployment.verify(event) == tampering.verdict)
    }

    @Test("missing or empty private parameters make the answer wrong", arguments: [nil, [:]] as [[String: String]?])
    func missingParametersMakeTheAnswerWrong(_ parameters: [String: String]?) throws {
        let deployment = try TestDeployment.signed()
        let challenge = try deployment.create()
        let answer = try ProofAnswer(challenge, .passkey).text()
        #expect(try deployment.verify(.verify(challenge, answer).privateParameters(parameters)) == "unreadable_round")
    }

    @Test("client metadata changes neither a right nor a wrong answer")
    func clientMetadataChangesNothing() throws {
        let deployment = try TestDeployment.signed()
        let challenge = try deployment.create(.create.session(Rows.parse("x")))
        let right = try ProofAnswer(challenge, .emailOTP)
        let wrong = right.with(\.token.idempotencyKey, "key-of-the-client")
        let metadata = [
            "method": "CAPTCHA", "round": "1", "key": "key-of-the-client", "verdict": "open",
            "subject": "someone-else", "signInMethod": "PASSKEY", "answerCorrect": "true",
        ]
        for (token, verdict) in [(right, "right EMAIL_OTP"), (wrong, "other_round")] {
            #expect(try deployment.verify(.verify(challenge, token.text()).clientMetadata(metadata)) == verdict)
        }
    }

    @Test("one user's challenge and answer are wrong for another user")
    func otherUsersAnswerIsWrong() throws {
        let deployment = try TestDeployment.signed()
        let challenge = try deployment.create()
        let answer = try ProofAnswer(challenge, .passkey).text()
        let other = "8d1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f11"
        #expect(try deployment.verify(.verify(challenge, answer).attribute("sub", other)) == "wrong_user")
    }

    @Test("an event of another trigger is an error that tells the caller nothing")
    func otherTriggersEventIsAnError() throws {
        let deployment = try TestDeployment.signed()
        let detail = "the event does not belong to the trigger VerifyAuthChallenge"
        #expect(
            throws: FunctionError(.wrongTrigger, message: "Sign-in is not possible right now", detail: detail)
        ) { try deployment.verify(.create) }
    }

    @Test("a refusal is logged in one word")
    func refusalIsLoggedInOneWord() throws {
        let deployment = try TestDeployment.signed()
        _ = try deployment.verify(try deployment.create(), "junk")
        #expect(deployment.recorder.lines == ["INFO answer refused: invalid_token"])
    }
}
