private import OpenSSLCrypto

/// A key that signs tokens with one algorithm, fixed when the key is made.
package struct SigningKey: Sendable {
    /// Signs a signing input (RFC 7515 section 5.1); nil if that fails.
    package typealias Signer = @Sendable (_ signingInput: [UInt8]) -> [UInt8]?

    /// The key that verifies what this one signs, with the same identifier.
    package let verificationKey: VerificationKey
    private let sign: Signer

    /// A key for HS256.
    ///
    /// - Throws: `secretTooShort` for less than 32 bytes.
    package init(hs256Secret secret: [UInt8], keyID: String? = nil) throws(JOSEError) {
        self.init(
            for: try VerificationKey(hs256Secret: secret, keyID: keyID),
            sign: { HMACSHA256.authenticationCode(for: $0, key: secret) })
    }

    /// A key whose private part the caller holds.
    /// - Parameters:
    ///   - verificationKey: the key that verifies the signatures. It decides algorithm and identifier.
    ///   - sign: signs with the algorithm of `verificationKey`.
    package init(for verificationKey: VerificationKey, sign: @escaping Signer) {
        self.verificationKey = verificationKey
        self.sign = sign
    }

    /// The algorithm the key signs with.
    package var algorithm: JWSAlgorithm { verificationKey.algorithm }

    /// The identifier written to the header's `kid`; nil to leave `kid` out.
    package var keyID: String? { verificationKey.keyID }

    /// The signature of a signing input.
    func signature(of signingInput: [UInt8]) throws(JOSEError) -> [UInt8] {
        guard let signature = sign(signingInput) else { throw .signingFailed }
        return signature
    }
}
