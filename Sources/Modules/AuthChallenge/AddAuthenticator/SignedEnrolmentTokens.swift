internal import HTTP
private import JOSE
internal import LambdaRuntime
internal import OpenID
internal import SignInRules
internal import SignInTokens

/// Tokens that this deployment signs itself: challenge tokens with another action and another scope.
struct SignedEnrolmentTokens: EnrolmentTokenSource {
    private let services: Services
    private let userPoolID: String
    /// Seconds.
    private let lifetime: Int64
    private let secret: [UInt8]
    private let key: SigningKey

    init(_ services: Services, userPoolID: String) throws(FunctionError) {
        self.services = services
        self.userPoolID = userPoolID
        lifetime = try services.settings.tokenLifetime()
        let variable = "TOKEN_SIGNING_KEY"
        secret = Array(try services.requiredSecret(variable).utf8)
        do { key = try SigningKey(hs256Secret: secret) } catch { throw .tooShort(variable) }
    }

    func token(for accessToken: AccessToken, by deadline: Deadline) throws(EnrolmentTokenError) -> String {
        let now = services.now() / 1_000
        let idempotencyKey: String
        do { idempotencyKey = try services.uuid() } catch { throw .failed(error.detail) }
        let token = SignInToken(
            userPoolID: userPoolID, subject: accessToken.subject, issuedAt: now, expiresAt: now + lifetime,
            scope: Enrolment.scope, actionCode: Enrolment.actionCode, idempotencyKey: idempotencyKey,
            username: accessToken.userName,
            // An access token carries no address.
            emailDigest: EmailDigest.ofNoAddress(subject: accessToken.subject, key: secret))
        do { return try token.minted(with: key) } catch { throw .failed("\(error)") }
    }
}
