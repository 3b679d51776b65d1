import AuditLog
import AuthenticatorFunction
import HTTP
import LambdaRuntime
import OpenSSLCrypto
import Primitives
import Testing
import TriggerTestSupport

@Suite("The audit log of the authenticator")
struct AuditTests {
    static let key = "the key of the audit log, thirty-two bytes and more"

    static func digest(_ text: String) -> String {
        let code = HMACSHA256.authenticationCode(for: Array(text.utf8), key: Array(key.utf8))
        return Base64URL.encode(Array(code.prefix(16)))
    }

    @Test(
        "names the user by the digest that Create writes, and a name that no user has by another",
        arguments: [false, true])
    func codeIsRecorded(isUnknown: Bool) throws {
        let deployment = try Deployment(settings: ["AUDIT": "digest", "AUDIT_KEY": Self.key])
        let process = try deployment.process()
        let token = try deployment.challengeToken(isUnknown: isUnknown)
        _ = try process.send("POST", "client/challenge/email-otp", .bearer(token), "{}")
        let name = "name-of-\(SampleUser.sub)"
        #expect(
            process.audit == [
                isUnknown
                    ? AuditLine(
                        .codeWithheld, reason: "unknown_user", who: Self.digest("unknown:\(name)"),
                        method: "EMAIL_OTP")
                    : AuditLine(
                        .codeSent, who: Self.digest("sub:\(SampleUser.sub)"), subject: SampleUser.sub,
                        method: "EMAIL_OTP")
            ])
    }

    @Test("does not start without a key for its digests")
    func keyIsRequired() throws {
        let deployment = try Deployment(settings: ["AUDIT": "digest"])
        let error = #expect(throws: FunctionError.self) {
            try AuthenticatorFunction(deployment.services(), deployment.recorder.log)
        }
        #expect(error?.detail == "AUDIT_KEY or AUDIT_KEY_ARN must be set for AUDIT=digest")
    }
}
