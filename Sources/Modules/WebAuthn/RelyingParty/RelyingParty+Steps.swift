internal import OpenSSLCrypto
private import Primitives

/// The steps that both ceremonies have. Numbers are those of WebAuthn Level 3: section 7.1 / section 7.2.
extension RelyingParty {
    /// Steps 7 to 11 / 10 to 14.
    func check(_ clientData: CollectedClientData, type: String, challenge: [UInt8]) throws(WebAuthnError) {
        // 7 / 10.
        guard clientData.type.utf8.elementsEqual(type.utf8) else { throw .wrongType }
        // 8 / 11. An empty challenge would be one that anybody knows.
        let expected = Array(Base64URL.encode(challenge).utf8)
        guard !challenge.isEmpty, constantTimeEqual(Array(clientData.challenge.utf8), expected) else {
            throw .wrongChallenge
        }
        // 9 / 12.
        guard origins.contains(where: { $0.isNamed(by: clientData.origin) }) else { throw .unknownOrigin }
        // 10 / 13. An outermost page of another origin means a frame, whatever the client says besides.
        guard clientData.crossOrigin || clientData.topOrigin != nil else { return }
        guard case .allowed(let topOrigins) = framing else { throw .framed }
        // 11 / 14.
        guard let topOrigin = clientData.topOrigin else { return }
        guard topOrigins.contains(where: { $0.isNamed(by: topOrigin) }) else { throw .unknownTopOrigin }
    }

    /// Steps 14 to 17 / 15 to 18.
    func check(_ data: AuthenticatorData, requiresPresence: Bool) throws(WebAuthnError) {
        // 14 / 15.
        guard data.relyingPartyIDHash == SHA256.digest(of: Array(id.utf8)) else { throw .wrongRelyingParty }
        // 15 / 16.
        guard !requiresPresence || data.flags.contains(.userPresent) else { throw .userNotPresent }
        // 16 / 17.
        guard userVerification != .required || data.flags.contains(.userVerified) else { throw .userNotVerified }
        // 17 / 18.
        guard !data.flags.contains(.backedUp) || data.flags.contains(.backupEligible) else {
            throw .backedUpButNotEligible
        }
    }
}

extension CollectedClientData {
    /// Client data, its errors as those of a ceremony (steps 5, 6 and 12 / 8, 9 and 20).
    static func read(_ bytes: [UInt8]) throws(WebAuthnError) -> CollectedClientData {
        do { return try CollectedClientData(bytes) } catch { throw .clientData(error) }
    }
}

extension AuthenticatorData {
    /// Authenticator data, its errors as those of a ceremony.
    static func read(_ bytes: [UInt8]) throws(WebAuthnError) -> AuthenticatorData {
        do { return try AuthenticatorData(bytes) } catch { throw .authenticatorData(error) }
    }
}
