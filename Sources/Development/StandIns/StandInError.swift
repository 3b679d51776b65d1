/// Why a stand-in cannot do its work.
package enum StandInError: Error, Equatable, Sendable {
    /// The authenticator behind the Authsignal stand-in refuses its settings.
    case invalidSettings(String)
    /// A token names a signer that the issuer does not know. The value lists the known signers.
    case unknownSigner(String)
}

extension StandInError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .invalidSettings(let fault): "Authsignal stand-in: \(fault)"
        case .unknownSigner(let choices): "signedBy must be \(choices)"
        }
    }
}
