package import JOSE

/// Why an ID token is not accepted.
package enum IDTokenError: Error, Equatable, Sendable {
    /// The signature, the header, the issuer, the audience or a time is wrong.
    case notGenuine(JOSEError)
    /// The token is genuine but not an ID token: the same keys also sign access and logout tokens.
    case wrongUse
    /// The token is for several audiences, one of which is not ours, or does not say whom it was issued to.
    case wrongAuthorizedParty
    /// The subject is empty, longer than 255 characters, or not printable ASCII.
    case invalidSubject
    /// The provider's keys are not available, so nothing is known about the token.
    case keysUnavailable(IssuerKeysError)
}

extension IDTokenError: IssuedTokenError {}

extension IDTokenError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notGenuine(let error): "not genuine, \(error)"
        case .wrongUse: "a token of another kind"
        case .wrongAuthorizedParty: "one of several audiences is not ours, or azp is wrong"
        case .invalidSubject: "the subject is not usable"
        case .keysUnavailable(let error): error.description
        }
    }
}
