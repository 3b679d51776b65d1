internal import FunctionServices
internal import HTTP
internal import LambdaRuntime
internal import OpenID
internal import SignInRules
internal import SignInTokens

/// Tokens that this deployment makes itself: challenge tokens with another action and another scope.
struct SignedEnrolmentTokens: EnrolmentTokenSource {
    private let services: Services
    private let userPoolID: String
    /// Seconds.
    private let lifetime: Int64
    private let keys: RotatingSecret<SignInKeys>

    init(_ services: Services, userPoolID: String, _ log: Log) throws(FunctionError) {
        self.services = services
        self.userPoolID = userPoolID
        lifetime = try services.settings.tokenLifetime()
        keys = try services.signInKeys(opens: false, log)
    }

    func token(for accessToken: AccessToken, by deadline: Deadline) throws(EnrolmentTokenError) -> String {
        let now = services.now() / 1_000
        let idempotencyKey: String
        do { idempotencyKey = try services.uuid() } catch { throw .failed(error.detail) }
        let token = ChallengeToken(
            userPoolID: userPoolID, subject: accessToken.subject, issuedAt: now, expiresAt: now + lifetime,
            scope: Enrolment.scope, actionCode: Enrolment.actionCode, idempotencyKey: idempotencyKey,
            username: accessToken.userName,
            // An access token carries no address.
            email: nil, region: services.settings.text("AWS_REGION"))
        do { return try token.sealed(with: keys.current(by: deadline)) } catch { throw .failed("\(error)") }
    }
}
