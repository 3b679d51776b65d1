package import HTTP

/// Why a call of Authsignal's server API did not succeed. The texts are for the log.
package enum AuthsignalError: Error, Equatable, Sendable {
    /// The service could not be reached in time.
    case unreachable(HTTPError)
    /// Status 401 about our own credential.
    case unauthorized
    /// Status 429.
    case tooManyRequests
    /// Another status that is not a success, with Authsignal's error code if it gave one.
    case refused(status: Int, code: String)
    /// A success with a body that lacks documented members.
    case unreadable
}

extension AuthsignalError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unreachable(let error): "Authsignal: \(error)"
        case .unauthorized:
            "Authsignal does not know the API secret: AUTHSIGNAL_SECRET is wrong, or AUTHSIGNAL_URL is another region's"
        case .tooManyRequests: "Authsignal: too many requests"
        case .refused(let status, let code): "Authsignal refused with status \(status), \(code)"
        case .unreadable: "Authsignal gave an unreadable answer"
        }
    }
}
