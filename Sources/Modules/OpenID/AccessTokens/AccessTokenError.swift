package import JOSE

/// Why an access token is not accepted.
package enum AccessTokenError: Error, Equatable, Sendable {
    /// The signature, the header, the issuer, a time or the form of a claim is wrong.
    case notGenuine(JOSEError)
    /// The token is genuine but not an access token: the same issuer also signs ID tokens.
    case wrongUse
    /// The token was issued to another app client.
    case wrongClient
    /// The token does not let its bearer change the user's own account.
    case wrongScope
    /// The issuer's keys are not available, so nothing is known about the token.
    case keysUnavailable(IssuerKeysError)
}

extension AccessTokenError: IssuedTokenError {}

extension AccessTokenError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notGenuine(let error): "not genuine, \(error)"
        case .wrongUse: "token_use is not access"
        case .wrongClient: "of an app client that is not allowed"
        case .wrongScope: "without the scope \(AccessToken.requiredScope)"
        case .keysUnavailable(let error): error.description
        }
    }
}
