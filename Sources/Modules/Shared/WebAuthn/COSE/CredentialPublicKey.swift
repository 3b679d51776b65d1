package import OpenSSLCrypto

/// The public key of a credential: a COSE_Key bound to one algorithm (WebAuthn section 6.5.1).
package struct CredentialPublicKey: Sendable {
    /// The algorithm that the key is bound to.
    package let algorithm: COSEAlgorithm
    /// The key itself.
    package let key: PublicKey
    /// The encoded COSE_Key, for storage.
    package let encoded: [UInt8]

    /// A key from its encoding, which must take up all the bytes.
    ///
    /// Key type, curve and algorithm must agree, points must lie on their curve, and only the required parameters may
    /// be present.
    ///
    /// - Throws: `COSEError`.
    package init(encoded bytes: [UInt8]) throws(COSEError) {
        let item: CBORValue
        do { item = try CBORValue(decoding: bytes) } catch { throw .malformed(error) }
        try self.init(item, encoded: bytes)
    }

    /// A key from an item that has already been read.
    init(_ item: CBORValue, encoded: [UInt8]) throws(COSEError) {
        guard let members = item.members else { throw .notAMap }
        guard let number = item[COSELabel.algorithm]?.integer else { throw .algorithmMissing }
        guard let algorithm = COSEAlgorithm(number: number) else { throw .unsupportedAlgorithm(number) }
        guard item[COSELabel.keyType]?.integer == algorithm.keyType else { throw .wrongKeyType }
        if let curve = algorithm.curve, item[COSELabel.curve]?.integer != curve { throw .wrongCurve }
        let components = try Self.components(item, algorithm)
        guard members.count == algorithm.parameterCount else { throw .unexpectedParameter }
        do { key = try PublicKey(components) } catch { throw .invalidKey }
        self.algorithm = algorithm
        self.encoded = encoded
    }

    /// Whether a signature of a message is valid under this key. In WebAuthn, ECDSA signatures are DER (section 6.5.5).
    package func isValid(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        key.isValid(signature, of: message, ecdsa: .der)
    }

    private static func components(
        _ item: CBORValue, _ algorithm: COSEAlgorithm
    ) throws(COSEError) -> PublicKeyComponents {
        func bytes(_ label: Int64) throws(COSEError) -> [UInt8] {
            guard let bytes = item[label]?.bytes else { throw .invalidParameter(label) }
            return bytes
        }
        switch algorithm {
        case .es256: return .p256(x: try bytes(COSELabel.x), y: try bytes(COSELabel.y))
        case .es384: return .p384(x: try bytes(COSELabel.x), y: try bytes(COSELabel.y))
        case .edDSA: return .ed25519(try bytes(COSELabel.x))
        case .rs256:
            let modulus = try bytes(COSELabel.modulus)
            let exponent = try bytes(COSELabel.exponent)
            // RFC 8230 section 4 requires the shortest big-endian form, so that a key has one encoding.
            guard modulus.first != 0, exponent.first != 0 else { throw .invalidKey }
            return .rsa(modulus: modulus, exponent: exponent)
        }
    }
}

/// Why bytes are not the public key of a credential (WebAuthn section 6.5.1, RFC 9052 section 7).
package enum COSEError: Error, Equatable, Sendable {
    /// The bytes are not canonical CBOR.
    case malformed(CBORError)
    /// The item is not a map.
    case notAMap
    /// The key does not name an algorithm.
    case algorithmMissing
    /// The key's algorithm is not accepted.
    case unsupportedAlgorithm(Int64)
    /// The key type does not fit the algorithm.
    case wrongKeyType
    /// The curve does not fit the algorithm.
    case wrongCurve
    /// The parameter with this label is absent or has a wrong type.
    case invalidParameter(Int64)
    /// The key has a parameter beyond those its algorithm requires.
    case unexpectedParameter
    /// The numbers do not form a key: a point is not on its curve, a length is wrong, or an RSA modulus or exponent is
    /// not accepted.
    case invalidKey
}
