package import HTTP
package import JOSE

/// Why a provider's keys could not be had.
package enum IssuerKeysError: Error, Equatable, Sendable {
    /// No answer came.
    case unreachable(HTTPError)
    /// The answer has another status than 200. Redirects are not followed.
    case refused(status: Int)
    /// The provider's description is no JSON object or names no usable address of keys.
    case invalidMetadata
    /// The provider's description is of another issuer.
    case wrongIssuer
    /// The keys are no usable key set.
    case invalidKeySet(JOSEError)
}

extension IssuerKeysError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unreachable(let error): "the issuer's keys: \(error)"
        case .refused(let status): "the issuer's keys: status \(status)"
        case .invalidMetadata: "the issuer's description is unreadable or names no https address of keys"
        case .wrongIssuer: "the issuer's description is of another issuer"
        case .invalidKeySet(let error): "the issuer's keys are no usable set: \(error)"
        }
    }
}
