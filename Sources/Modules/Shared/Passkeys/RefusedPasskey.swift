internal import Primitives
package import WebAuthn

/// A refused passkey, for the operator.
package struct RefusedPasskey: Equatable, Sendable {
    /// Why it is refused.
    package let reason: PasskeyRefusal
    /// Details for the log, in our words; a client's text is quoted.
    package let detail: String?

    /// A refusal.
    package init(_ reason: PasskeyRefusal, detail: String? = nil) {
        (self.reason, self.detail) = (reason, detail)
    }

    /// The refusal of an assertion; nil for a stored key that cannot be read.
    /// - Parameter poolID: the pool whose passkeys are here.
    package init?(_ error: WebAuthnError, of credential: AuthenticationCredential, poolID: String) {
        let isOfPool = credential.userHandle.map { UserHandle.isOfPool(poolID, $0) } ?? false
        if error == .unknownCredential, !isOfPool {
            self.init(.foreignCredential)
        } else {
            self.init(error, credential.clientDataJSON)
        }
    }

    /// The refusal for an error of WebAuthn; nil for a stored key that cannot be read.
    package init?(_ error: WebAuthnError, _ clientDataJSON: [UInt8] = []) {
        guard let reason = PasskeyRefusal(error) else { return nil }
        let client = try? CollectedClientData(clientDataJSON)
        let detail: String? =
            switch error {
            case .invalidMember(let name): name
            case .clientData(let fault): "\(fault)"
            case .authenticatorData(let fault): "\(fault)"
            case .attestation(let fault): "\(fault)"
            case .algorithmNotOffered(let algorithm): "\(algorithm)"
            case .unknownOrigin: client?.origin.quoted
            case .framed, .unknownTopOrigin: (client?.topOrigin ?? client?.origin)?.quoted
            default: nil
            }
        self.init(reason, detail: detail)
    }
}

extension RefusedPasskey: CustomStringConvertible {
    package var description: String { reason.rawValue + (detail.map { ": \($0)" } ?? "") }
}
