/// Why a relying party cannot be set up as asked.
package enum ConfigurationError: Error, Equatable, Sendable {
    /// The text is no domain name in lower case.
    case invalidRelyingPartyID
    /// The text is no origin as clients write it.
    case invalidOrigin(String)
    /// There is no origin to accept.
    case noOrigin
    /// There is no algorithm to accept.
    case noAlgorithm
    /// A user handle is empty or longer than 64 bytes.
    case invalidUserHandle
}
