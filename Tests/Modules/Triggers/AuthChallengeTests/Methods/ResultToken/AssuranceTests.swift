import AWS
import AuthChallenge
import FunctionServices
import LambdaRuntime
import Primitives
import SignInTokens
import TestSupport
import Testing
import TriggerTestSupport

@Suite("Required assurance: judging proofs")
struct AssuranceTests {
    static let aal2 = ["ASSURANCE": "aal2"]
    static let securityKey = VerificationMethod(rawValue: "SECURITY_KEY")

    /// A proof of the user of the round, and what it comes to if aal2 is required and if nothing is.
    struct Example: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let required: String
        let otherwise: String
        let method: VerificationMethod
        let assurance: Assurance

        init(
            _ name: String, _ required: String, otherwise: String, by method: VerificationMethod = .passkey,
            _ assurance: Assurance
        ) {
            testDescription = name
            self.required = required
            self.otherwise = otherwise
            self.method = method
            self.assurance = assurance
        }
    }

    static let refused = "insufficient_assurance"

    @Test(
        "aal2 takes passkeys with user verification, and no other proof",
        arguments: [
            Example(
                "a passkey with user verification", "right PASSKEY", otherwise: "right PASSKEY",
                Assurance(isUserVerified: true)),
            Example(
                "a passkey of several devices with user verification", "right PASSKEY", otherwise: "right PASSKEY",
                Assurance(
                    isUserVerified: true, isBackupEligible: true, isBackedUp: true,
                    aaguid: "ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4")),
            Example(
                "a passkey without user verification", refused, otherwise: "right PASSKEY",
                Assurance(isUserVerified: false)),
            Example("a passkey of which nothing else is said", refused, otherwise: "right PASSKEY", Assurance()),
            Example(
                "a passkey of which everything but user verification is said", refused, otherwise: "right PASSKEY",
                Assurance(
                    isBackupEligible: false, isBackedUp: false, aaguid: "ee882879-721c-4913-9775-3dfcce97072a")),
            Example("an emailed code", refused, otherwise: "right EMAIL_OTP", by: .emailOTP, Assurance()),
            Example(
                "an emailed code that claims user verification", refused, otherwise: "right EMAIL_OTP", by: .emailOTP,
                Assurance(isUserVerified: true)),
            Example(
                "another allowed method that claims user verification", refused, otherwise: "right SECURITY_KEY",
                by: securityKey, Assurance(isUserVerified: true)),
            Example(
                "a method that is not allowed", "method_not_allowed", otherwise: "method_not_allowed",
                by: .init(rawValue: "SMS"), Assurance(isUserVerified: true)),
        ])
    func proofs(_ example: Example) throws {
        for (settings, verdict) in [(Self.aal2, example.required), ([:], example.otherwise)] {
            let methods = ["ALLOWED_METHODS": "PASSKEY,EMAIL_OTP,SECURITY_KEY"]
            let deployment = try TestDeployment.signed(settings.merging(methods) { $1 })
            let challenge = try deployment.create()
            let answer = try ProofAnswer(challenge, example.method).with(\.token.assurance, example.assurance)
            try expect(deployment.verify(challenge, answer.text()), equals: verdict)
        }
    }

    @Test("no level that can be demanded takes an emailed code, or a passkey without user verification")
    func everyLevelDemandsSomething() throws {
        for level in RequiredAssurance.allCases {
            let deployment = try TestDeployment.signed(["ASSURANCE": level.rawValue])
            let challenge = try deployment.create()
            for method in [VerificationMethod.passkey, .emailOTP] {
                let verdict = try deployment.verify(challenge, try ProofAnswer(challenge, method).text())
                #expect(verdict == Self.refused)
            }
        }
    }

    @Test("user verification makes up for nothing else that is wrong")
    func otherRulesHold() throws {
        let deployment = try TestDeployment.signed(Self.aal2)
        let challenge = try deployment.create()
        let answer = try ProofAnswer(challenge, .passkey).with(\.token.assurance.isUserVerified, true)
        for (wrong, verdict) in [
            (answer.with(\.token.claims.subject, "8d1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f11"), "wrong_user"),
            (answer.with(\.token.state, .init(rawValue: "CHALLENGE_FAILED")), "not_succeeded"),
            (answer.with(\.token.claims.actionCode, "addAuthenticator"), "wrong_action"),
            (answer.with(\.key, SampleKeys.foreignKey), "invalid_token"),
            (answer.replacing(#""userVerified":true"#, #""userVerified":"true""#), "invalid_token"),
            (answer.replacing(#""userVerified":true"#, #""userVerified":1"#), "invalid_token"),
        ] {
            try expect(deployment.verify(challenge, wrong.text()), equals: verdict)
        }
        try expect(deployment.verify(.verify(challenge, answer.text()).unknownUser()), equals: "unknown_user")
    }

    @Test("a proof that is refused for its assurance is not used up")
    func refusedProofIsNotUsedUp() throws {
        let aws = AWSServices()
        let settings = AWSServices.settings.merging(Self.aal2) { $1 }
        let deployment = try TestDeployment(
            ["TOKEN_MODE": "signed", "TOKEN_SIGNING_KEY": SampleKeys.signingKey], settings
        ) { aws.serve(behind: $0) }
        let challenge = try deployment.create()
        let answer = try ProofAnswer(challenge, .passkey)
        try expect(deployment.verify(challenge, answer.text()), equals: Self.refused)
        #expect(deployment.transport.names == [])
        let verified = answer.with(\.token.assurance.isUserVerified, true)
        try expect(deployment.verify(challenge, verified.text()), equals: "right PASSKEY")
        #expect(deployment.transport.names == [AWSServices.update])
    }
}

@Suite("Required assurance: starting")
struct AssuranceStartTests {
    static let signed = ["TOKEN_MODE": "signed", "TOKEN_SIGNING_KEY": SampleKeys.signingKey]
    /// Everything that every flow needs, so that nothing but `ASSURANCE` can be at fault.
    static let complete = signed.merging(CodeDeployment.settings) { $1 }.merging(AWSServices.settings) { $1 }
        .merging(Captcha.settings) { $1 }

    /// Starts Create and Verify, each by itself, and expects the same fault of both; nil for none.
    private func expectFault(_ fault: String?, from settings: [String: String]) {
        let credentials = AWSCredentials(accessKeyID: "AKID", secretAccessKey: "secret-access-key", sessionToken: nil)
        let services = Services.test(settings, credentials: credentials)
        func outcome(_ start: () throws(FunctionError) -> Void) -> FunctionError? {
            do { try start() } catch { return error }
            return nil
        }
        let expected = fault.map { FunctionError.configuration("ASSURANCE", $0) }
        let log = LogRecorder().log
        #expect(outcome { () throws(FunctionError) in _ = try CreateTrigger(services, log) } == expected)
        #expect(outcome { () throws(FunctionError) in _ = try VerifyTrigger(services, log) } == expected)
    }

    private func complete(_ settings: [String: String]) -> [String: String] {
        Self.complete.merging(settings) { $1 }
    }

    @Test(
        "a flow in which something else could sign the user in does not start, and would without aal2",
        arguments: [
            "EMAIL_OTP", "PASSWORD,EMAIL_OTP", "CAPTCHA,EMAIL_OTP", "PASSWORD,CAPTCHA,EMAIL_OTP", "PASSWORD,CAPTCHA",
            "RESULT_TOKEN,EMAIL_OTP", "EMAIL_OTP,RESULT_TOKEN",
        ])
    func flowWithOtherProofs(_ flow: String) {
        expectFault(
            "aal2 needs RESULT_TOKEN in SIGN_IN_FLOW, and no EMAIL_OTP",
            from: complete(["SIGN_IN_FLOW": flow, "ASSURANCE": "aal2"]))
        expectFault(nil, from: complete(["SIGN_IN_FLOW": flow]))
    }

    @Test(
        "a flow in which a result token must be presented starts",
        arguments: ["RESULT_TOKEN", "PASSWORD,RESULT_TOKEN", "CAPTCHA,RESULT_TOKEN", "PASSWORD,CAPTCHA,RESULT_TOKEN"])
    func flowWithResultToken(_ flow: String) {
        expectFault(nil, from: complete(["SIGN_IN_FLOW": flow, "ASSURANCE": "aal2"]))
    }

    @Test(
        "a mode that cannot know of user verification does not start, and would without aal2",
        arguments: [
            ["AUTHSIGNAL_SECRET": SampleKeys.apiSecret],
            ["AUTHSIGNAL_SECRET": SampleKeys.apiSecret, "TOKEN_MODE": "authsignal"],
            IDTokenIssuer.settings,
        ])
    func modeWithoutUserVerification(_ mode: [String: String]) {
        expectFault(
            "aal2 needs TOKEN_MODE=signed: other modes do not tell of user verification",
            from: mode.merging(["ASSURANCE": "aal2"]) { $1 })
        expectFault(nil, from: mode)
    }

    @Test("only aal2 can be required, in every flow", arguments: ["AAL2", "aal1", "aal3", "any", "true", "aal2,aal2"])
    func otherValues(_ value: String) {
        for flow in ["RESULT_TOKEN", "EMAIL_OTP"] {
            expectFault("must be one of aal2", from: complete(["SIGN_IN_FLOW": flow, "ASSURANCE": value]))
        }
    }

    @Test("passkeys must be allowed, or nobody could sign in")
    func passkeysMustBeAllowed() {
        let settings = Self.signed.merging(["ASSURANCE": "aal2"]) { $1 }
        expectFault(
            "needs PASSKEY among ALLOWED_METHODS",
            from: settings.merging(["ALLOWED_METHODS": "EMAIL_OTP,SECURITY_KEY"]) { $1 })
        expectFault(nil, from: settings.merging(["ALLOWED_METHODS": "PASSKEY"]) { $1 })
    }
}
