internal import Authsignal
internal import FunctionServices
internal import HTTP
internal import LambdaRuntime
internal import OpenID
internal import Primitives
internal import SignInRules

/// Makes the tokens with which a user enrols another authenticator.
protocol EnrolmentTokenSource {
    /// A token for the user of an access token.
    func token(for accessToken: AccessToken, by deadline: Deadline) throws(EnrolmentTokenError) -> String
}

/// Why no token for enrolling can be made.
enum EnrolmentTokenError: Error, Equatable {
    /// A rule of the tenant holds the user.
    case held(ActionState)
    /// Authsignal does not issue one.
    case unavailable(AuthsignalError)
    /// The function itself cannot make one.
    case failed(String)
}

extension EnrolmentTokenError: CustomStringConvertible {
    var description: String {
        switch self {
        case .held(let state): "the state \(state.rawValue.logWord)"
        case .unavailable(let error): error.description
        case .failed(let reason): reason
        }
    }
}

/// What both sources put into their tokens.
enum Enrolment {
    /// The code of the action. It differs from a sign-in's, so Verify never accepts the outcome as a sign-in.
    static let actionCode = "addAuthenticator"
    /// The scope that lets a user who has authenticators enrol another.
    static let scope = "add:authenticators"
}

extension TokenMode {
    func makeEnrolmentSource(
        _ services: Services, _ pool: UserPoolIssuers, _ log: Log
    ) throws(FunctionError) -> any EnrolmentTokenSource {
        try services.settings.requireOtherActionCodes(than: Enrolment.actionCode)
        switch self {
        case .authsignal: return try AuthsignalEnrolmentTokens(services, log)
        case .signed: return try SignedEnrolmentTokens(services, userPoolID: pool.id, log)
        case .oidc:
            throw .configuration(Self.variable, "must be authsignal or signed: the issuer enrols its own passkeys")
        }
    }
}
