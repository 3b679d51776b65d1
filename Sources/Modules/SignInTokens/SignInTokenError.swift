package import JOSE

/// Why a token of `signed` mode is not accepted or cannot be made.
package enum SignInTokenError: Error, Equatable, Sendable {
    /// The seal or the signature, the header, the issuer, the audience or a time is wrong.
    case notGenuine(JOSEError)
    /// A claim is missing, has a wrong type or contradicts another. The value is the claim's name.
    case invalidClaim(String)
    /// The content takes more room than a sealed token has.
    case contentTooLong
    /// The token could not be sealed or signed.
    case notMade(JOSEError)
}
