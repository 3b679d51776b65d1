internal import OpenSSLCrypto

/// The format `fido-u2f` (WebAuthn section 8.6).
extension AttestationVerifier {
    func fidoU2F() throws(AttestationError) -> AttestationKind {
        let members = try members("sig", "x5c")
        guard let signature = members[0].bytes else { throw .malformedStatement }
        let chain = try certificates(members[1])
        guard let certificate = chain.first, chain.count == 1 else { throw .wrongCertificateCount }
        guard let key = certificate.publicKey, key.kind == .p256 else { throw .wrongCertificateKey }
        // Each coordinate has 32 bytes, because a credential key with other lengths cannot be created.
        guard case .p256(let x, let y) = credential.publicKey.key.components else { throw .wrongCredentialKey }
        let signed = [0x00] + authenticatorData.relyingPartyIDHash + clientDataHash + credential.id + [0x04] + x + y
        guard key.isValid(signature, of: signed, scheme: .ecdsaP256SHA256DER) else { throw .invalidSignature }
        return try trust(chain)
    }
}
