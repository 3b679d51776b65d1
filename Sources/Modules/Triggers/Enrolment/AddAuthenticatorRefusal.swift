internal import Authsignal
internal import FunctionServices
internal import FunctionURL
private import JSON
internal import LambdaRuntime
internal import OpenID
internal import Primitives

/// Why no token is handed out. The caller is told less than the log.
enum AddAuthenticatorRefusal: Error, Equatable {
    /// The event is not a usable request.
    case unusableRequest(FunctionURLError)
    /// The method is not POST.
    case wrongMethod
    /// No `Authorization` header with one bearer token.
    case noToken
    /// The access token is not accepted, or it cannot be checked.
    case unusableToken(IssuedTokenError)
    /// The user has to sign in again first.
    case signedInTooLongAgo
    /// A rule of the tenant holds the user.
    case held(ActionState)
    /// Authsignal does not issue a token for enrolling.
    case authsignal(AuthsignalError)
    /// The function itself cannot make one.
    case failed(String)

    /// The status code of the answer.
    var status: Int {
        switch self {
        case .unusableRequest(.tooLarge): 413
        case .unusableRequest: 400
        case .wrongMethod: 405
        case .unusableToken(.keysUnavailable), .authsignal: 503
        case .noToken, .unusableToken, .signedInTooLongAgo: 401
        case .held: 403
        case .failed: 500
        }
    }

    /// The error's name, taken from RFC 6750 section 3.1 or RFC 9470 section 3 if one of them defines it.
    var code: String {
        switch status {
        case 400, 413: "invalid_request"
        case 401: self == .signedInTooLongAgo ? "insufficient_user_authentication" : "invalid_token"
        case 403: "not_allowed"
        case 405: "method_not_allowed"
        case 503: "temporarily_unavailable"
        default: "server_error"
        }
    }

    /// What the user may be shown.
    private var message: String {
        switch status {
        case 400, 405, 413: "The request cannot be answered"
        case 401 where self == .signedInTooLongAgo: "Sign in again to add an authenticator"
        case 401: "Sign in to add an authenticator"
        case 403: "No authenticator can be added to this account right now"
        default: "No authenticator can be added right now"
        }
    }

    /// Our own failures, and those of services, matter more than what callers send.
    var logLevel: Log.Level { 400..<500 ~= status ? .info : .error }

    /// The answer.
    func response(maximumSignInAge: Int64) -> FunctionURLResponse {
        FunctionURLResponse(status, headers: headers(maximumSignInAge)) { body in
            body.member("error", code)
            body.member("message", message)
        }
    }

    private func headers(_ maximumSignInAge: Int64) -> [(name: String, value: String)] {
        switch status {
        case 401 where self == .noToken: [("www-authenticate", "Bearer")]
        case 401 where self == .signedInTooLongAgo:
            [("www-authenticate", #"Bearer error="\#(code)", max_age="\#(maximumSignInAge)""#)]
        case 401: [("www-authenticate", #"Bearer error="\#(code)""#)]
        case 405: [("allow", "POST")]
        default: []
        }
    }
}

extension AddAuthenticatorRefusal: CustomStringConvertible {
    /// For the log. It never repeats what the caller sent.
    var description: String {
        switch self {
        case .unusableRequest(let error): error.description
        case .wrongMethod: "the method is not POST"
        case .noToken: "there is no single bearer token"
        case .unusableToken(let error): "the access token: \(error)"
        case .signedInTooLongAgo: "the sign-in is too long ago"
        case .held(let state): "the state \(state.rawValue.logWord)"
        case .authsignal(let error): error.description
        case .failed(let reason): reason
        }
    }
}
