internal import Authsignal
internal import FunctionServices
internal import HTTP
internal import LambdaRuntime
internal import OpenID
internal import Primitives
internal import SignInRules
internal import SignInTokens
internal import TokenSources

/// Makes the tokens with which a user enrols another authenticator.
protocol EnrolmentTokenSource {
    /// A token for the user of an access token.
    func token(for accessToken: AccessToken, by deadline: Deadline) throws(AddAuthenticatorRefusal) -> String
}

/// What both sources put into their tokens.
enum Enrolment {
    /// The code of the action. It differs from a sign-in's, so Verify never accepts the outcome as a sign-in.
    static let actionCode = "addAuthenticator"
    /// The scope that lets a user who has authenticators enrol another.
    static let scope = "add:authenticators"
}

/// Tokens that this deployment makes itself: challenge tokens with another action and another scope.
struct SignedEnrolmentTokens: EnrolmentTokenSource {
    let settings: SignedTokenSettings
    let userPoolID: String
    let services: Services

    func token(for accessToken: AccessToken, by deadline: Deadline) throws(AddAuthenticatorRefusal) -> String {
        let now = services.now() / 1_000
        let idempotencyKey: String
        do { idempotencyKey = try services.uuid() } catch { throw .failed(error.detail) }
        let token = ChallengeToken(
            TokenClaims(
                userPoolID: userPoolID, subject: accessToken.subject, issuedAt: now, expiresAt: now + settings.lifetime,
                scope: Enrolment.scope, actionCode: Enrolment.actionCode, idempotencyKey: idempotencyKey,
                username: accessToken.userName),
            // An access token carries no address.
            email: nil)
        do { return try token.sealed(with: settings.keys.current(by: deadline)) } catch { throw .failed("\(error)") }
    }
}

/// Tokens that Authsignal's cloud issues.
struct AuthsignalEnrolmentTokens: EnrolmentTokenSource {
    private let services: Services
    private let client: AuthsignalClient

    init(_ settings: AuthsignalSettings, _ services: Services) {
        self.services = services
        client = AuthsignalClient(settings, services)
    }

    func token(for accessToken: AccessToken, by deadline: Deadline) throws(AddAuthenticatorRefusal) -> String {
        let key: String
        do { key = try services.uuid() } catch { throw .failed(error.detail) }
        let tracked: TrackedAction
        do {
            // An access token carries no address, so Authsignal keeps the one that it has.
            tracked = try client.track(
                Enrolment.actionCode, userID: accessToken.subject, idempotencyKey: key, email: nil, username: nil,
                scope: Enrolment.scope, by: deadline)
        } catch { throw .authsignal(error) }
        guard !tracked.state.isHeld else { throw .held(tracked.state) }
        return tracked.token
    }
}
