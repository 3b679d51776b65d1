package import OpenSSLCrypto
internal import TestKeys
package import WebAuthn

/// A passkey whose authenticator is software. Its key, authenticator data and signatures are real.
package struct SoftwarePasskey: Sendable {
    /// The credential's id.
    package let id: [UInt8]
    /// The domain to which it is scoped.
    package var relyingPartyID: String
    /// The handle of its account, as the authenticator stored it.
    package let userHandle: [UInt8]
    /// How often it has written authenticator data, including at its creation.
    package private(set) var signCount: UInt32 = 0

    /// What it claims beyond presence and verification, such as that it may be backed up.
    package var furtherFlags: AuthenticatorFlags = []

    private let key: PrivateKey

    /// A new passkey.
    package init(algorithm: COSEAlgorithm, relyingPartyID: String, userHandle: [UInt8]) throws(CryptoError) {
        key = try PrivateKey.generate(algorithm.keyKind)
        id = try SecureRandom.bytes(32)
        self.relyingPartyID = relyingPartyID
        self.userHandle = userHandle
    }

    /// Authenticator data with the new credential (WebAuthn section 6.1), in an attestation object of the format `none`
    /// (section 8.7).
    package mutating func attestationObject(isUserPresent: Bool = true, isUserVerified: Bool) -> [UInt8] {
        let idLength = [UInt8(id.count >> 8), UInt8(id.count & 0xFF)]
        let credential =
            [UInt8](repeating: 0, count: 16) + idLength + id + CredentialPublicKey.encoding(of: key.publicKey)
        let data = authenticatorData([.attestedCredential], isUserPresent, isUserVerified) + credential
        return CBORValue.map([
            CBORMember(.text("fmt"), .text("none")), CBORMember(.text("attStmt"), .map([])),
            CBORMember(.text("authData"), .bytes(data)),
        ]).encoded
    }

    /// The authenticator data of an assertion, and the signature over it and the client data (WebAuthn section 6.3.3).
    package mutating func assertion(
        clientDataHash: [UInt8], isUserVerified: Bool
    ) throws(CryptoError) -> (data: [UInt8], signature: [UInt8]) {
        let data = authenticatorData([], true, isUserVerified)
        return (data, try key.signature(of: data + clientDataHash, ecdsa: .der))
    }

    private mutating func authenticatorData(
        _ flags: AuthenticatorFlags, _ isUserPresent: Bool, _ isUserVerified: Bool
    ) -> [UInt8] {
        signCount += 1
        let flags = flags.union(furtherFlags).union(isUserPresent ? .userPresent : []).union(
            isUserVerified ? .userVerified : [])
        let count = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: signCount >> UInt32($0)) }
        return SHA256.digest(of: Array(relyingPartyID.utf8)) + [flags.rawValue] + count
    }
}
