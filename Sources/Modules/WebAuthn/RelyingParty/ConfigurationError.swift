/// Why a relying party's configuration is invalid.
package enum ConfigurationError: Error, Equatable, Sendable {
    /// The text is not a domain name in lower case.
    case invalidRelyingPartyID
    /// The text is not an origin in the form that clients write.
    case invalidOrigin(String)
    /// No origin is configured.
    case noOrigin
    /// No algorithm is configured.
    case noAlgorithm
    /// Related origins have more labels than clients read.
    case tooManyLabels([String])
    /// A user handle is empty or longer than 64 bytes.
    case invalidUserHandle
}
