package import OpenSSLCrypto
package import WebAuthn

/// Writes CBOR, which the functions only read.
extension CBORValue: Equatable {
    /// An integer of either sign.
    package static func integer(_ value: Int64) -> CBORValue {
        value < 0 ? .negative(UInt64(-1 - value)) : .unsigned(UInt64(value))
    }

    /// Whether two items have the same canonical encoding.
    package static func == (one: CBORValue, other: CBORValue) -> Bool { one.encoded == other.encoded }

    /// The item's canonical encoding. Maps are sorted, but the caller must ensure that their keys differ. A
    /// floating-point number always takes eight bytes, even if it was read from fewer.
    package var encoded: [UInt8] {
        switch self {
        case .unsigned(let value): Self.head(0, value)
        case .negative(let value): Self.head(1, value)
        case .bytes(let bytes): Self.head(2, UInt64(bytes.count)) + bytes
        case .text(let text): Self.head(3, UInt64(text.utf8.count)) + Array(text.utf8)
        case .array(let elements): Self.head(4, UInt64(elements.count)) + elements.flatMap(\.encoded)
        case .map(let members):
            Self.head(5, UInt64(members.count))
                + members.map { (key: $0.key.encoded, value: $0.value.encoded) }
                .sorted { $0.key.lexicographicallyPrecedes($1.key) }
                .flatMap { $0.key + $0.value }
        case .bool(let value): [value ? 0xF5 : 0xF4]
        case .null: [0xF6]
        case .float(let value): [0xFB] + Self.bigEndian(value.bitPattern, byteCount: 8)
        }
    }

    private static func head(_ majorType: UInt8, _ argument: UInt64) -> [UInt8] {
        let type = majorType << 5
        return switch argument {
        case 0..<24: [type | UInt8(argument)]
        case 24...0xFF: [type | 24] + bigEndian(argument, byteCount: 1)
        case 0x100...0xFFFF: [type | 25] + bigEndian(argument, byteCount: 2)
        case 0x1_0000...0xFFFF_FFFF: [type | 26] + bigEndian(argument, byteCount: 4)
        default: [type | 27] + bigEndian(argument, byteCount: 8)
        }
    }

    private static func bigEndian(_ value: UInt64, byteCount: Int) -> [UInt8] {
        (0..<byteCount).reversed().map { UInt8(truncatingIfNeeded: value >> UInt64($0 * 8)) }
    }
}

extension CBORMember: Equatable {
    /// Whether two members have the same canonical encoding.
    package static func == (one: CBORMember, other: CBORMember) -> Bool {
        one.key == other.key && one.value == other.value
    }
}

extension CredentialPublicKey {
    /// The encoded COSE_Key of a public key, with the one algorithm of its kind (RFC 9052 section 7).
    package static func encoding(of key: PublicKey) -> [UInt8] {
        let algorithm = COSEAlgorithm(key.kind)
        let (keyType, curve): (Int64, Int64?) =
            switch key.kind {
            case .p256: (2, 1)
            case .p384: (2, 2)
            case .ed25519: (1, 6)
            case .rsa: (3, nil)
            }
        var parameters: [(label: Int64, value: CBORValue)] = [
            (1, .integer(keyType)), (3, .integer(algorithm.rawValue)),
        ]
        if let curve { parameters.append((-1, .integer(curve))) }
        switch key.components {
        case .p256(let x, let y), .p384(let x, let y):
            parameters += [(-2, .bytes(x)), (-3, .bytes(y))]
        case .ed25519(let bytes):
            parameters.append((-2, .bytes(bytes)))
        case .rsa(let modulus, let exponent):
            parameters += [
                (-1, .bytes(Array(modulus.drop { $0 == 0 }))),
                (-2, .bytes(Array(exponent.drop { $0 == 0 }))),
            ]
        }
        return CBORValue.map(parameters.map { CBORMember(.integer($0.label), $0.value) }).encoded
    }
}
