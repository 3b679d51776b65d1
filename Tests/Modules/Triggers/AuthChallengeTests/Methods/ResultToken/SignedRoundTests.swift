import AuthChallenge
import LambdaRuntime
import Primitives
import SignInTokens
import TestSupport
import Testing
import TriggerTestSupport

@Suite("Binding of a proof to its round in signed mode")
struct SignedRoundTests {
    struct SignedProof: Sendable, CustomTestStringConvertible {
        let method: VerificationMethod
        let round: Int
        /// How old the proof is, in seconds.
        let age: Int64
        let verdict: String
        var settings: [String: String] = [:]

        var testDescription: String { "\(method.rawValue), round \(round), \(age) s, \(settings.values.joined())" }
    }

    static let age = ["ROUND_BINDING": "age"]

    @Test(
        "a proof made with another key",
        arguments: [
            // An app proves the passkey before it starts the sign-in.
            SignedProof(method: .passkey, round: 1, age: 0, verdict: "right PASSKEY"),
            SignedProof(method: .passkey, round: 1, age: 300, verdict: "right PASSKEY"),
            SignedProof(method: .passkey, round: 1, age: -60, verdict: "right PASSKEY"),
            SignedProof(method: .passkey, round: 1, age: 301, verdict: "too_old"),
            SignedProof(method: .passkey, round: 1, age: 11, verdict: "too_old", settings: ["MAX_PROOF_AGE": "10"]),
            SignedProof(
                method: .passkey, round: 1, age: 10, verdict: "right PASSKEY", settings: ["MAX_PROOF_AGE": "10"]),
            SignedProof(method: .passkey, round: 2, age: 0, verdict: "other_round"),
            SignedProof(method: .passkey, round: 3, age: 0, verdict: "other_round"),
            SignedProof(method: .emailOTP, round: 1, age: 0, verdict: "other_round"),
            SignedProof(method: .emailOTP, round: 2, age: 0, verdict: "other_round"),
            SignedProof(method: .passkey, round: 2, age: 300, verdict: "right PASSKEY", settings: age),
            SignedProof(method: .emailOTP, round: 3, age: 300, verdict: "right EMAIL_OTP", settings: age),
            SignedProof(method: .emailOTP, round: 1, age: 301, verdict: "too_old", settings: age),
            SignedProof(method: .passkey, round: 1, age: 301, verdict: "too_old", settings: age),
        ])
    func proofWithAnotherKey(_ example: SignedProof) throws {
        let deployment = try TestDeployment.signed(example.settings)
        let rows = Rows.parse(String(repeating: "x", count: example.round - 1))
        let challenge = try deployment.create(.create.session(rows))
        let answer = try ProofAnswer(challenge, example.method)
            .with(\.token.claims.idempotencyKey, "a0010203-0405-4607-8809-0a0b0c0d0e0f")
            .with(\.token.claims.issuedAt, TestClock.second - example.age).text()
        try expect(deployment.verify(challenge, answer), equals: example.verdict)
        let isLogged = deployment.recorder.lines.contains("WARN a proof of another round is judged by its age alone")
        #expect(isLogged == (example.settings == Self.age))
    }

    @Test(
        "the round's own passkey grows too old, because it may have been removed since; a code does with ROUND_BINDING=age",
        arguments: [
            SignedProof(method: .passkey, round: 1, age: 300, verdict: "right PASSKEY"),
            SignedProof(method: .passkey, round: 1, age: 301, verdict: "too_old"),
            SignedProof(method: .passkey, round: 2, age: 301, verdict: "too_old"),
            SignedProof(method: .passkey, round: 1, age: 11, verdict: "too_old", settings: ["MAX_PROOF_AGE": "10"]),
            SignedProof(method: .passkey, round: 1, age: 300, verdict: "right PASSKEY", settings: age),
            SignedProof(method: .passkey, round: 1, age: 301, verdict: "too_old", settings: age),
            SignedProof(method: .emailOTP, round: 1, age: 301, verdict: "right EMAIL_OTP"),
            SignedProof(method: .emailOTP, round: 1, age: 301, verdict: "too_old", settings: age),
        ])
    func ownProofGrowsTooOld(_ example: SignedProof) throws {
        let deployment = try TestDeployment.signed(example.settings)
        let rows = Rows.parse(String(repeating: "x", count: example.round - 1))
        let challenge = try deployment.create(.create.session(rows))
        let answer = try ProofAnswer(challenge, example.method)
            .with(\.token.claims.issuedAt, TestClock.second - example.age).text()
        try expect(deployment.verify(challenge, answer), equals: example.verdict)
        #expect(!deployment.recorder.lines.contains { $0.contains("another round") })
    }

    @Test("that only its age ties a proof to the round is logged if nothing but its age or address was wrong")
    func warningIsForJudgedProofs() throws {
        for (isOfAction, verdict) in [(true, "wrong_address"), (false, "wrong_action")] {
            let deployment = try TestDeployment.signed(Self.age)
            let challenge = try deployment.create()
            var answer = try ProofAnswer(challenge, .emailOTP)
                .with(\.token.claims.idempotencyKey, "a0010203-0405-4607-8809-0a0b0c0d0e0f").with(
                    \.token.emailDigest, nil)
            if !isOfAction { answer = answer.with(\.token.claims.actionCode, "another") }
            try expect(deployment.verify(challenge, answer.text()), equals: verdict)
            #expect(deployment.recorder.lines.contains { $0.contains("another round") } == isOfAction)
        }
    }

    @Test("the proof of an earlier round of the session is worth nothing later", arguments: VerificationMethod.both)
    func earlierRoundsProofIsWorthNothing(_ method: VerificationMethod) throws {
        let deployment = try TestDeployment.signed()
        let answer = try ProofAnswer(try deployment.create(), method).text()
        let second = try deployment.create(.create.session(Rows.parse("x")))
        try expect(deployment.verify(second, answer), equals: "other_round")
    }

    @Test("a passkey may be proven for its own action, an emailed code may not")
    func onlyPasskeysHaveTheirOwnAction() throws {
        let deployment = try TestDeployment.signed(["AUTHSIGNAL_PASSKEY_ACTION": "passkeySignIn"])
        let challenge = try deployment.create()
        func verdict(_ method: VerificationMethod, _ action: String) throws -> String {
            try deployment.verify(
                challenge, ProofAnswer(challenge, method).with(\.token.claims.actionCode, action).text())
        }
        try expect(verdict(.passkey, "passkeySignIn"), equals: "right PASSKEY")
        try expect(verdict(.passkey, "cognitoAuth"), equals: "right PASSKEY")
        try expect(verdict(.emailOTP, "cognitoAuth"), equals: "right EMAIL_OTP")
        try expect(verdict(.emailOTP, "passkeySignIn"), equals: "wrong_action")
        try expect(verdict(.passkey, "stepUp"), equals: "wrong_action")
    }

    @Test(
        "a code sent to an address that is not the user's current one proves nothing",
        arguments: ["new@example.test", nil, "ana@example.test.evil.test", "an\u{E1}@example.test"])
    func codeToAnotherAddressProvesNothing(_ address: String?) throws {
        let deployment = try TestDeployment.signed()
        let challenge = try deployment.create()
        let answer = try ProofAnswer(challenge, .emailOTP).text()
        let event = EventBuilder.verify(challenge, answer).attribute("email", address)
        try expect(deployment.verify(event), equals: "wrong_address")
        // A passkey is not bound to an address.
        let passkey = EventBuilder.verify(challenge, try ProofAnswer(challenge, .passkey).text())
        try expect(deployment.verify(passkey.attribute("email", address)), equals: "right PASSKEY")
    }

    @Test("only the allowed methods count")
    func onlyAllowedMethodsCount() throws {
        let deployment = try TestDeployment.signed(["ALLOWED_METHODS": "EMAIL_OTP, SECURITY_KEY"])
        let challenge = try deployment.create()
        for (method, verdict) in [
            ("EMAIL_OTP", "right EMAIL_OTP"), ("SECURITY_KEY", "right SECURITY_KEY"), ("PASSKEY", "method_not_allowed"),
        ] {
            let answer = try ProofAnswer(challenge, .init(rawValue: method)).text()
            try expect(deployment.verify(challenge, answer), equals: verdict)
        }
    }
}

extension VerificationMethod {
    /// The two methods allowed unless configured otherwise.
    static let both: [VerificationMethod] = [.passkey, .emailOTP]
}
