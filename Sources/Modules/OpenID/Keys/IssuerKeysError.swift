package import HTTP
package import JOSE

/// Why a provider's keys are not available.
package enum IssuerKeysError: Error, Equatable, Sendable {
    /// No answer came.
    case unreachable(HTTPError)
    /// The answer has a status other than 200. Redirects are not followed.
    case refused(status: Int)
    /// The provider's metadata is not a JSON object or has no usable address for the keys.
    case invalidMetadata
    /// The provider's metadata belongs to another issuer.
    case wrongIssuer
    /// The keys are not a usable key set.
    case invalidKeySet(JOSEError)
}

extension IssuerKeysError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unreachable(let error): "the issuer's keys: \(error)"
        case .refused(let status): "the issuer's keys: status \(status)"
        case .invalidMetadata: "the issuer's metadata is unreadable or has no https address for the keys"
        case .wrongIssuer: "the issuer's metadata belongs to another issuer"
        case .invalidKeySet(let error): "the issuer's keys are not a usable set: \(error)"
        }
    }
}
