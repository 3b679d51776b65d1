/// The few elements of ASN.1 DER (X.690) that public keys and ECDSA signatures consist of.
enum DER {
    /// An element with the given tag around the given contents.
    static func element(_ tag: UInt8, _ contents: [UInt8]) -> [UInt8] {
        guard contents.count >= 0x80 else { return [tag, UInt8(contents.count)] + contents }
        var length: [UInt8] = []
        var rest = contents.count
        while rest > 0 {
            length.insert(UInt8(truncatingIfNeeded: rest), at: 0)
            rest >>= 8
        }
        return [tag, 0x80 | UInt8(length.count)] + length + contents
    }

    static func sequence(_ elements: [UInt8]...) -> [UInt8] { element(0x30, Array(elements.joined())) }

    /// A string of whole bytes.
    static func bitString(_ contents: [UInt8]) -> [UInt8] { element(0x03, [0] + contents) }

    /// A non-negative integer from its big-endian bytes, which may begin with zeros.
    static func integer(_ bigEndian: [UInt8]) -> [UInt8] {
        let digits = Array(bigEndian.drop { $0 == 0 })
        let needsSign = (digits.first ?? 0x80) >= 0x80
        return element(0x02, needsSign ? [0] + digits : digits)
    }
}

/// Object identifiers, encoded with tag and length.
extension DER {
    /// `rsaEncryption` (RFC 8017 appendix A.1).
    static let rsaEncryption: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]
    /// `id-ecPublicKey` (RFC 5480 section 2.1.1).
    static let ecPublicKey: [UInt8] = [0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01]
    /// `secp256r1`, the curve P-256 (RFC 5480 section 2.1.1.1).
    static let p256: [UInt8] = [0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]
    /// `secp384r1`, the curve P-384 (RFC 5480 section 2.1.1.1).
    static let p384: [UInt8] = [0x06, 0x05, 0x2B, 0x81, 0x04, 0x00, 0x22]
    /// `id-Ed25519` (RFC 8410 section 3).
    static let ed25519: [UInt8] = [0x06, 0x03, 0x2B, 0x65, 0x70]
    /// NULL, the parameters of RSA.
    static let null: [UInt8] = [0x05, 0x00]
}
