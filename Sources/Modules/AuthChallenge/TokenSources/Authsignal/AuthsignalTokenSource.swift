internal import Authsignal
internal import FunctionServices
internal import HTTP
internal import LambdaRuntime
internal import SignInRules

/// Tokens that Authsignal's cloud issues and validates.
struct AuthsignalTokenSource: TokenSource {
    /// Who enrols a user's first authenticator (`FIRST_ENROLMENT`).
    enum FirstEnrolment: String, CaseIterable {
        /// This function, with the address that Cognito has.
        case server
        /// Whoever holds the token first.
        case client
        /// Nobody: a user without an authenticator gets a round that cannot be won.
        case deny
    }

    let services: Services
    let client: AuthsignalClient
    let decoy: AuthsignalDecoy
    /// How long tokens and refusals take at least.
    let floor: ResponseTimeFloor
    let actionCode: String
    /// Nil if a passkey may be proven for another action: then the action in the answer is judged.
    let requiredActionCode: String?
    let firstEnrolment: FirstEnrolment

    init(_ services: Services, _ log: Log) throws(FunctionError) {
        self.services = services
        let url = try services.settings.authsignalURL()
        let rotatingSecret = try services.rotatingSecret("AUTHSIGNAL_SECRET", log)
        let secret = rotatingSecret.value
        client = AuthsignalClient(
            baseURL: url, secret: AuthsignalSecret(rotatingSecret), transport: services.transport)
        services.expectCalls(to: url)
        actionCode = try services.settings.actionCode()
        floor = try services.responseTimeFloor()
        decoy = AuthsignalDecoy(secret: Array(secret.utf8), actionCode: actionCode, services: services)
        requiredActionCode = try services.settings.passkeyActionCode() == actionCode ? actionCode : nil
        firstEnrolment = try services.settings.choice("FIRST_ENROLMENT", default: .server)
        if firstEnrolment == .client {
            log(.warn, "FIRST_ENROLMENT=client: anybody can take over an account that has no authenticator yet")
        }
    }

    /// Turns a fault of the service into the failure of this invocation.
    func call<Value>(_ request: () throws(AuthsignalError) -> Value) throws(FunctionError) -> Value {
        do { return try request() } catch { throw .hidden(.unavailable, error.description) }
    }
}
