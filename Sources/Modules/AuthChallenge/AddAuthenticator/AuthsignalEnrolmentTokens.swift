internal import Authsignal
internal import FunctionServices
internal import HTTP
internal import LambdaRuntime
internal import OpenID
internal import Primitives
internal import SignInRules

/// Tokens that Authsignal's cloud issues.
struct AuthsignalEnrolmentTokens: EnrolmentTokenSource {
    private let services: Services
    private let client: AuthsignalClient

    init(_ services: Services, _ log: Log) throws(FunctionError) {
        self.services = services
        let secret = try services.rotatingSecret("AUTHSIGNAL_SECRET", log)
        let url = try services.settings.authsignalURL()
        services.expectCalls(to: url)
        client = AuthsignalClient(
            baseURL: url, secret: AuthsignalSecret(secret),
            transport: services.transport)
    }

    func token(for accessToken: AccessToken, by deadline: Deadline) throws(EnrolmentTokenError) -> String {
        let key: String
        do { key = try services.uuid() } catch { throw .failed(error.detail) }
        let tracked: TrackedAction
        do {
            // An access token carries no address, so Authsignal keeps the one that it has.
            tracked = try client.track(
                Enrolment.actionCode, userID: accessToken.subject, idempotencyKey: key, email: nil, username: nil,
                scope: Enrolment.scope, by: deadline)
        } catch { throw .unavailable(error) }
        guard !tracked.state.isHeld else { throw .held(tracked.state) }
        return tracked.token
    }
}
