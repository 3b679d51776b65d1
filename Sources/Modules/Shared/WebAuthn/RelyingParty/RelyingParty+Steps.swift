internal import OpenSSLCrypto
private import Primitives

/// The steps that both ceremonies share. Numbers refer to WebAuthn Level 3: section 7.1 / section 7.2.
extension RelyingParty {
    /// Steps 7 to 11 / 10 to 14.
    func check(_ clientData: CollectedClientData, type: String, challenge: [UInt8]) throws(WebAuthnError) {
        // 7 / 10.
        guard clientData.type.hasSameBytes(as: type) else { throw .wrongType }
        // 8 / 11. An empty challenge is refused, because anybody could guess it.
        let expected = Array(Base64URL.encode(challenge).utf8)
        guard !challenge.isEmpty, constantTimeEqual(Array(clientData.challenge.utf8), expected) else {
            throw .wrongChallenge
        }
        // 9 / 12.
        guard origins.contains(where: { $0.isNamed(by: clientData.origin) }) else { throw .unknownOrigin }
        // 10 / 13. If the client names an outermost page, the ceremony took place in a frame, even if `crossOrigin` is
        // false.
        guard clientData.crossOrigin || clientData.topOrigin != nil else { return }
        guard !topOrigins.isEmpty else { throw .framed }
        // 11 / 14.
        guard let topOrigin = clientData.topOrigin else { return }
        guard topOrigins.contains(where: { $0.isNamed(by: topOrigin) }) else { throw .unknownTopOrigin }
    }

    /// Steps 14 to 17 / 15 to 18. A creation without asking demands neither presence nor verification.
    func check(_ data: AuthenticatorData, mediation: CreationMediation = .optional) throws(WebAuthnError) {
        let asks = mediation == .optional
        // 14 / 15.
        guard data.relyingPartyIDHash == SHA256.digest(of: Array(id.utf8)) else { throw .wrongRelyingParty }
        // 15 / 16.
        guard !asks || data.flags.contains(.userPresent) else { throw .userNotPresent }
        // 16 / 17.
        guard !asks || userVerification != .required || data.flags.contains(.userVerified) else {
            throw .userNotVerified
        }
        // 17 / 18.
        guard !data.flags.contains(.backedUp) || data.flags.contains(.backupEligible) else {
            throw .backedUpButNotEligible
        }
    }
}

extension CollectedClientData {
    /// Reads client data and converts its errors to those of a ceremony (steps 5, 6 and 12 / 8, 9 and 20).
    static func read(_ bytes: [UInt8]) throws(WebAuthnError) -> CollectedClientData {
        do { return try CollectedClientData(bytes) } catch { throw .clientData(error) }
    }
}

extension AuthenticatorData {
    /// Reads authenticator data and converts its errors to those of a ceremony.
    static func read(_ bytes: [UInt8]) throws(WebAuthnError) -> AuthenticatorData {
        do { return try AuthenticatorData(bytes) } catch { throw .authenticatorData(error) }
    }
}
