import AWS
import AuthChallenge
import FunctionServices
import LambdaRuntime
import Testing
import TriggerTestSupport

@Suite("Required assurance: starting")
struct AssuranceStartTests {
    static let signed = ["TOKEN_MODE": "signed", "TOKEN_SIGNING_KEY": SampleKeys.signingKey]
    /// Everything that every flow needs, so that nothing but `ASSURANCE` can be at fault.
    static let complete = signed.merging(CodeDeployment.settings) { $1 }.merging(AWSServices.settings) { $1 }
        .merging(Captcha.settings) { $1 }

    /// Starts Create and Verify, each by itself, and expects the same fault of both; nil for none.
    private func expect(_ fault: String?, from settings: [String: String]) {
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
        expect(
            "aal2 needs RESULT_TOKEN in SIGN_IN_FLOW, and no EMAIL_OTP",
            from: complete(["SIGN_IN_FLOW": flow, "ASSURANCE": "aal2"]))
        expect(nil, from: complete(["SIGN_IN_FLOW": flow]))
    }

    @Test(
        "a flow in which a result token must be presented starts",
        arguments: ["RESULT_TOKEN", "PASSWORD,RESULT_TOKEN", "CAPTCHA,RESULT_TOKEN", "PASSWORD,CAPTCHA,RESULT_TOKEN"])
    func flowWithResultToken(_ flow: String) {
        expect(nil, from: complete(["SIGN_IN_FLOW": flow, "ASSURANCE": "aal2"]))
    }

    @Test(
        "a mode that cannot know of user verification does not start, and would without aal2",
        arguments: [
            ["AUTHSIGNAL_SECRET": SampleKeys.apiSecret],
            ["AUTHSIGNAL_SECRET": SampleKeys.apiSecret, "TOKEN_MODE": "authsignal"],
            IDTokenIssuer.settings,
        ])
    func modeWithoutUserVerification(_ mode: [String: String]) {
        expect(
            "aal2 needs TOKEN_MODE=signed: other modes do not tell of user verification",
            from: mode.merging(["ASSURANCE": "aal2"]) { $1 })
        expect(nil, from: mode)
    }

    @Test("only aal2 can be required, in every flow", arguments: ["AAL2", "aal1", "aal3", "any", "true", "aal2,aal2"])
    func otherValues(_ value: String) {
        for flow in ["RESULT_TOKEN", "EMAIL_OTP"] {
            expect("must be one of aal2", from: complete(["SIGN_IN_FLOW": flow, "ASSURANCE": value]))
        }
    }

    @Test("an empty variable requires nothing")
    func emptyVariable() {
        expect(nil, from: complete(["SIGN_IN_FLOW": "EMAIL_OTP", "ASSURANCE": ""]))
    }

    @Test("passkeys must be allowed, or nobody could sign in")
    func passkeysMustBeAllowed() {
        let settings = Self.signed.merging(["ASSURANCE": "aal2"]) { $1 }
        expect(
            "needs PASSKEY among ALLOWED_METHODS",
            from: settings.merging(["ALLOWED_METHODS": "EMAIL_OTP,SECURITY_KEY"]) { $1 })
        expect(nil, from: settings.merging(["ALLOWED_METHODS": "PASSKEY"]) { $1 })
    }
}
