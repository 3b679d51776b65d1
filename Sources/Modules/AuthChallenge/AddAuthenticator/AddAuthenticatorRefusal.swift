internal import FunctionURL
private import JSON
internal import LambdaRuntime
internal import OpenID

/// Why no token is handed out. What the caller is told is less than what the log is.
enum AddAuthenticatorRefusal: Error, Equatable {
    /// The event is no request that can be looked at.
    case unusableRequest(FunctionURLError)
    /// Another method than POST.
    case wrongMethod
    /// No `Authorization` header with one bearer token.
    case noToken
    /// The access token does not count, or nothing can be said about it.
    case unusableToken(AccessTokenError)
    /// The user has to sign in again first.
    case signedInTooLongAgo
    /// There is no token with which to enrol.
    case noEnrolmentToken(EnrolmentTokenError)

    /// The status code of the answer.
    var status: Int {
        switch self {
        case .unusableRequest(.tooLarge): 413
        case .unusableRequest: 400
        case .wrongMethod: 405
        case .unusableToken(.keysUnavailable): 503
        case .noToken, .unusableToken, .signedInTooLongAgo: 401
        case .noEnrolmentToken(.held): 403
        case .noEnrolmentToken(.unavailable): 503
        case .noEnrolmentToken(.failed): 500
        }
    }

    /// The error's name: those of RFC 6750 section 3.1 and RFC 9470 section 3 where there is one.
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
        case 400, 405, 413: "The request is not one that can be answered"
        case 401 where self == .signedInTooLongAgo: "Sign in again to add an authenticator"
        case 401: "Sign in to add an authenticator"
        case 403: "No authenticator can be added to this account right now"
        default: "No authenticator can be added right now"
        }
    }

    /// Faults of ours and of services matter more than what callers send.
    var logLevel: Log.Level { status >= 500 ? .error : .info }

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
    /// For the log: nothing that the caller sent.
    var description: String {
        switch self {
        case .unusableRequest(let error): error.description
        case .wrongMethod: "the method is not POST"
        case .noToken: "there is no single bearer token"
        case .unusableToken(let error): "the access token: \(error)"
        case .signedInTooLongAgo: "the sign-in is too long ago"
        case .noEnrolmentToken(let error): error.description
        }
    }
}
