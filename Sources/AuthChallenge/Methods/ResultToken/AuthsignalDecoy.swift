internal import Authsignal
internal import HTTP
private import JOSE
private import JSON
internal import LambdaRuntime
private import OpenSSLCrypto

/// Stands in for Authsignal where no token may leave: for users Cognito does not know, and for users who are held.
///
/// The look-alike has the shape of a real answer and takes as long as one, for whoever watches Cognito's API. Its
/// tenant is nobody's, so it does not deceive whoever compares a decoded token with a real one, or takes it to
/// Authsignal.
final class AuthsignalDecoy {
    private let secret: [UInt8]
    private let actionCode: String
    private let services: Services
    /// How long recent real work took.
    let callDurations: RecentDurations

    init(secret: [UInt8], actionCode: String, services: Services) {
        self.secret = secret
        self.actionCode = actionCode
        self.services = services
        callDurations = RecentDurations()
    }

    /// A token like Authsignal's for a round that cannot be won.
    /// - Parameter afterDelay: whether to wait as long as the real calls would have taken.
    func issue(in round: Round, afterDelay: Bool) throws(FunctionError) -> IssuedToken {
        if afterDelay { delay(by: round.deadline) }
        let phantom = Phantom(of: round.userName, key: secret)
        let subject = round.account?.sub ?? phantom.subject
        let userName = round.account == nil ? phantom.userName : round.userName
        let key = try services.uuid()
        let token = try token(subject: subject, userName: userName, key: key)
        return IssuedToken(
            text: token, url: "https://mfa.authsignal.com/?token=\(token)", isEnrolled: true,
            record: RoundRecord(key: key, subject: subject, isOpen: false))
    }

    /// Waits as long as a recent real call took, but never beyond the deadline.
    func delay(by deadline: Deadline) {
        let duration = callDurations.draw(services.random(1)?.first ?? 0)
        if let wait = try? deadline.remaining(atMost: duration) { services.pause(wait) }
    }

    /// An identifier that stays the same for this deployment.
    private func identifier(_ label: String) -> String {
        UUIDText.version4(HMACSHA256.authenticationCode(for: Array("decoy-\(label)".utf8), key: secret))
    }

    /// Claims as Authsignal's tokens have them; the tenant is not one of theirs, and the key is nobody's.
    private func token(subject: String, userName: String, key: String) throws(FunctionError) -> String {
        guard let throwAwayKey = services.random(32) else { throw .hidden(.internalError, "no random bytes") }
        let tenant = identifier("tenant")
        let issuer = "https://challenge.authsignal.com/\(tenant)"
        let now = services.now() / 1_000
        let claims = JSONWriter.object { claims in
            claims.member("iat", now)
            claims.member("sub", subject)
            claims.member("other") { other in
                other.member("tenantId", tenant)
                other.member("publishableKey", identifier("publishable-key"))
                other.member("userId", subject)
                other.member("actionCode", actionCode)
                other.member("idempotencyKey", key)
                other.member("username", userName)
            }
            claims.member("scope", SignInToken.readScope)
            claims.member("exp", now + 600)
            claims.member("aud", issuer)
            claims.member("iss", issuer)
        }
        do {
            return try CompactJWS.sign(claims, type: "JWT", key: try SigningKey(hs256Secret: throwAwayKey))
        } catch {
            throw .hidden(.internalError, "\(error)")
        }
    }
}
