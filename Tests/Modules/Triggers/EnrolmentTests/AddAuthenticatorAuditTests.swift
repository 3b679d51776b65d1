import AuditLog
import OpenSSLCrypto
import Primitives
import Testing
import TriggerTestSupport

@Suite("The audit log of AddAuthenticator")
struct AddAuthenticatorAuditTests {
    private static let key = "the key of the audit log, thirty-two bytes and more"
    /// As the page on the audit log says.
    private static let who = Base64URL.encode(
        Array(
            HMACSHA256.authenticationCode(for: Array("sub:\(SampleUser.sub)".utf8), key: Array(key.utf8)).prefix(16)))

    private static func deployment() throws -> AddAuthenticatorDeployment {
        try AddAuthenticatorDeployment(AddAuthenticatorDeployment.signed, ["AUDIT": "digest", "AUDIT_KEY": key])
    }

    @Test("says who may add an authenticator")
    func allowedEnrolmentIsRecorded() throws {
        let deployment = try Self.deployment()
        let answer = try deployment.send(deployment.accessToken())
        #expect(
            answer.audit == [AuditLine(.enrolmentAllowed, who: Self.who, subject: SampleUser.sub)])
    }

    @Test("says whom it refuses as soon as the access token says who it is")
    func refusedEnrolmentIsRecorded() throws {
        let deployment = try Self.deployment()
        let old = try deployment.send(
            deployment.accessToken(["auth_time": .number(TestClock.second - 601)]))
        #expect(
            old.audit == [
                AuditLine(
                    .enrolmentRefused, reason: "insufficient_user_authentication", who: Self.who,
                    subject: SampleUser.sub)
            ])
        let forged = try deployment.send(deployment.accessToken(["client_id": "foreign"]))
        #expect(forged.audit == [AuditLine(.enrolmentRefused, reason: "invalid_token")])
    }
}
