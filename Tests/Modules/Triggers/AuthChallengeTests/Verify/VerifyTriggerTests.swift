import AuditLog
import AuthChallenge
import LambdaRuntime
import Primitives
import SignInTokens
import TestSupport
import Testing
import TriggerTestSupport

/// `events/VerifyAuthChallenge` says which answers are right, in every mode. Here are the reasons of wrong ones, the log
/// lines, and changes byte by byte. `Methods` has the tests of each method.
///
/// One round of `signed` mode and one right answer to it: an emailed code. Each row changes one thing.
@Suite("What Verify decides")
struct VerifyTriggerTests {
    struct Example: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let outcome: String
        let change: @Sendable (EventBuilder) -> EventBuilder

        init(
            _ description: String, _ outcome: String,
            _ change: @escaping @Sendable (EventBuilder) -> EventBuilder = { $0 }
        ) {
            (testDescription, self.outcome, self.change) = (description, outcome, change)
        }
    }

    /// The private parameters that decide, each with values that Create did not write; nil takes it out.
    static let parameters: [(name: String, values: [String?], outcome: String)] = [
        ("flow", [nil], "right EMAIL_OTP"), ("flow", ["P-RT", "C-RT", "", "rt"], "other_flow"),
        ("mode", [nil], "right EMAIL_OTP"), ("mode", ["authsignal", "oidc", "", "Signed"], "other_flow"),
        ("step", [nil, "", "OTHER", "result_token", "EMAIL_OTP"], "unreadable_round"),
        ("round", [nil, "", "0", "-1", "one", "1.0", "99999999999999999999"], "unreadable_round"),
        ("key", [nil, ""], "unreadable_round"), ("key", ["another-key"], "other_round"),
        ("subject", [nil, ""], "unreadable_round"), ("subject", ["another-subject"], "wrong_user"),
        ("closed", [nil, "", "1", "00"], "closed_round"),
    ]

    static let users = [
        Example("a right answer", "right EMAIL_OTP"),
        Example("an unknown user", "unknown_user") { $0.unknownUser() },
        Example("an unknown user with a sub", "unknown_user") { $0.unknownUser().attribute("sub", SampleUser.sub) },
        Example("a user without a sub", "unknown_user") { $0.attribute("sub", nil) },
        Example("another user", "wrong_user") { $0.attribute("sub", "8d1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f11") },
        Example("another address", "wrong_address") { $0.attribute("email", "new@example.test") },
        Example("no address", "wrong_address") { $0.attribute("email", nil) },
        Example("no private parameters", "unreadable_round") { $0.privateParameters(nil) },
        Example("empty private parameters", "unreadable_round") { $0.privateParameters([:]) },
    ]

    /// Answers that no token can be.
    static let impossible = [
        "", " ", "code with spaces", "line\nbreak", "nul\u{0}byte", "tab\t", "\u{7F}", #"{"token":"x"}"#, "[]", "é",
        "\u{FEFF}a", "<script>", "a,b", String(repeating: "a", count: 8_193), String(repeating: "a", count: 100_000),
    ].map { answer in
        Example("the answer \(answer.prefix(20).debugDescription)", "unusable_answer") { $0.answer(answer) }
    }

    /// Answers that have the form of a token, and are none.
    static let broken = [
        "x", "246813", ".", "..", "...", "a.b.c", "a.b.c.d", "====", "null", "true",
        String(repeating: "a", count: 8_192), String(repeating: ".", count: 8_192),
    ].map { answer in Example("the answer \(answer.prefix(20))", "invalid_token") { $0.answer(answer) } }

    @Test(
        "a change of the user, the parameters or the answer has its one outcome", arguments: users + impossible + broken
    )
    func oneChangeHasItsOutcome(_ example: Example) throws {
        let deployment = try TestDeployment.signed()
        let challenge = try deployment.create()
        let answer = try ProofAnswer(challenge, .emailOTP).text()
        try expect(deployment.verify(example.change(.verify(challenge, answer))), equals: example.outcome)
        let level = SetupFault.isOne(example.outcome) ? "ERROR" : "INFO"
        let refused = example.outcome.hasPrefix("right") ? [] : ["\(level) answer refused: \(example.outcome)"]
        #expect(deployment.recorder.lines == refused)
    }

    @Test("private parameters that Create did not write make the answer wrong", arguments: parameters.indices)
    func parametersDecide(row: Int) throws {
        let (name, values, outcome) = Self.parameters[row]
        for value in values {
            let deployment = try TestDeployment.signed()
            let challenge = try deployment.create()
            var parameters = challenge.privateParameters
            parameters[name] = value
            let answer = try ProofAnswer(challenge, .emailOTP).text()
            let event = EventBuilder.verify(challenge, answer).privateParameters(parameters)
            try expect(deployment.verify(event), equals: outcome, "\(name) = \(value ?? "nothing")")
            try expect(deployment.verify(challenge, answer), equals: "right EMAIL_OTP")
        }
    }

    @Test("client metadata changes neither a right nor a wrong answer")
    func clientMetadataChangesNothing() throws {
        let deployment = try TestDeployment.signed()
        let challenge = try deployment.create(.create.session(Rows.parse("x")))
        let right = try ProofAnswer(challenge, .emailOTP)
        let wrong = right.with(\.token.claims.idempotencyKey, "key-of-the-client")
        let metadata = [
            "step": "CAPTCHA", "round": "1", "key": "key-of-the-client", "closed": "0",
            "subject": "someone-else", "signInMethod": "PASSKEY", "answerCorrect": "true",
        ]
        for (token, verdict) in [(right, "right EMAIL_OTP"), (wrong, "other_round")] {
            try expect(deployment.verify(.verify(challenge, token.text()).clientMetadata(metadata)), equals: verdict)
        }
    }

    @Test("a right token with anything around or inside it changed is wrong")
    func changedTokenIsWrong() throws {
        let deployment = try TestDeployment.signed()
        let challenge = try deployment.create()
        let answer = try ProofAnswer(challenge, .passkey).text()
        try expect(deployment.verify(challenge, answer), equals: "right PASSKEY")
        for wrong in ["=" + answer, answer + "=", answer + ".", answer + "A", String(answer.dropLast()), answer + "/"] {
            try expect(deployment.verify(challenge, wrong), equals: "invalid_token")
        }
        for position in stride(from: 0, to: answer.utf8.count, by: 17) {
            var bytes = Array(answer.utf8)
            bytes[position] = bytes[position] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            try expect(deployment.verify(challenge, String(decoding: bytes, as: UTF8.self)), equals: "invalid_token")
        }
    }

    @Test("if the parameters are in order but the modes differ, the log says which function has which")
    func otherModeIsLogged() throws {
        let deployment = try TestDeployment.signed()
        let challenge = try deployment.create()
        let parameters = challenge.privateParameters.merging(["mode": "authsignal"]) { $1 }
        _ = try deployment.verify(.verify(challenge, "246813").privateParameters(parameters))
        #expect(
            deployment.recorder.lines.first
                == "ERROR the functions have different token modes: CreateAuthChallenge made this round with "
                + "TOKEN_MODE=authsignal, VerifyAuthChallenge has TOKEN_MODE=signed")
    }

    @Test(
        "a right answer is wrong if Verify has another flow than the Create that made the round",
        arguments: [
            ("RESULT_TOKEN", "PASSWORD,RESULT_TOKEN"), ("PASSWORD,RESULT_TOKEN", "RESULT_TOKEN"),
            ("RESULT_TOKEN", "CAPTCHA,RESULT_TOKEN"), ("PASSWORD,RESULT_TOKEN", "PASSWORD,CAPTCHA,RESULT_TOKEN"),
        ])
    func answerUnderAnotherFlow(made: String, own: String) throws {
        func deployment(_ flow: String) throws -> TestDeployment {
            try TestDeployment(Captcha.settings, ["SIGN_IN_FLOW": flow])
        }
        let (create, verify) = (try deployment(made), try deployment(own))
        let challenge = try create.create()
        let answer = try ProofAnswer(challenge, .emailOTP).text()
        try expect(verify.verify(challenge, answer), equals: "other_flow")
        #expect(
            verify.recorder.lines.first
                == "ERROR the functions have different flows: CreateAuthChallenge made this round with "
                + "SIGN_IN_FLOW=\(made), VerifyAuthChallenge has SIGN_IN_FLOW=\(own)")
        #expect(verify.audit.map(\.reason) == ["other_flow"])
        // It is not the answer's fault.
        try expect(create.verify(challenge, answer), equals: "right EMAIL_OTP")
        #expect(!create.recorder.lines.contains { $0.contains("different") })
    }

    @Test("an event of another trigger is an error that tells the caller nothing")
    func otherTriggersEventIsAnError() throws {
        let deployment = try TestDeployment.signed()
        let detail = "the event does not belong to the trigger VerifyAuthChallenge"
        #expect(
            throws: FunctionError(.wrongTrigger, message: "Sign-in is not possible right now", detail: detail)
        ) { try deployment.verify(.create) }
    }
}
