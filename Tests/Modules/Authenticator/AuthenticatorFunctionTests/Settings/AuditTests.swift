import AuditLog
import AuthenticatorFunction
import HTTP
import JSON
import LambdaRuntime
import OpenSSLCrypto
import Primitives
import SoftwarePasskey
import TestSupport
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

    @Test("says why a passkey is refused, the metrics say it too, and the log names the app")
    func refusedPasskeyIsRecorded() throws {
        let deployment = try Deployment(settings: ["AUDIT": "digest", "AUDIT_KEY": Self.key])
        let process = try deployment.process()
        var device = SoftwareAuthenticator.new
        let token = try process.enrol(&device)
        device.origin = "android:apk-key-hash:\(String(repeating: "A", count: 43))"
        var another = SoftwareAuthenticator(origin: device.origin)
        let line = "ERROR the passkey is refused: unlisted_origin: \"\(device.origin)\""
        for (answer, decision) in [
            (try process.signIn(&device, .app), AuditLine.Kind.answerWrong),
            (try process.register(&another, token), .authenticatorRefused),
        ] {
            #expect(answer.isVerified == false && answer["failureReason"]?.string == "ORIGIN_NOT_ALLOWED")
            #expect(deployment.recorder.lines.last == line, "\(decision)")
        }
        let said = AuditLine(
            .authenticatorRefused, reason: "unlisted_origin", who: Self.digest("sub:\(SampleUser.sub)"),
            subject: SampleUser.sub, method: "PASSKEY")
        #expect(process.audit == [said])
        #expect(process.metrics == (outcome: "unlisted_origin", method: "PASSKEY"))
        device.origin = Deployment.origin
        try expect(process.signIn(&device, .app).isVerified, equals: true)
        #expect(process.metrics == (outcome: "ok", method: "none") && process.audit == [])
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
