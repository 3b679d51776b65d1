private import JSON
private import OpenSSLCrypto
private import WebAuthn

/// Reads what passkeys are made of.
enum PasskeyReaders {
    static func cbor(_ question: Question) throws -> [Reading] {
        let value = try CBORValue(decoding: question.bytes("input"))
        return [Reading("value", value.diagnostic)]
    }

    static func credentialKey(_ question: Question) throws -> [Reading] {
        try reading(CredentialPublicKey(encoded: question.bytes("input")))
    }

    static func authenticatorData(_ question: Question) throws -> [Reading] {
        let data = try AuthenticatorData(question.bytes("input"))
        var readings = [
            Reading("rpIdHash", bytes: Array(data.bytes.prefix(32))),
            Reading("flags", Int64(data.flags.rawValue)), Reading("signCount", Int64(data.signCount)),
            Reading("extensions", data.extensions?.diagnostic),
        ]
        if let credential = data.attestedCredential {
            readings += [Reading("aaguid", bytes: credential.aaguid), Reading("credentialId", bytes: credential.id)]
            readings += reading(credential.publicKey)
        }
        return readings
    }

    static func clientData(_ question: Question) throws -> [Reading] {
        let data = try CollectedClientData(question.bytes("input"))
        return [
            Reading("type", data.type), Reading("challenge", data.challenge), Reading("origin", data.origin),
            Reading("crossOrigin", data.crossOrigin),
        ]
    }

    private static func reading(_ key: CredentialPublicKey) -> [Reading] {
        let numbers: [[UInt8]]
        switch key.key.components {
        case .rsa(let modulus, let exponent): numbers = [modulus, exponent]
        case .p256(let x, let y), .p384(let x, let y): numbers = [x, y]
        case .ed25519(let point): numbers = [point]
        }
        return [Reading("alg", key.algorithm.rawValue), Reading("numbers", numbers.map(\.hexadecimal))]
    }
}

extension CBORValue {
    /// The item in the diagnostic notation of RFC 8949 section 8, without white space.
    fileprivate var diagnostic: String {
        switch self {
        case .unsigned(let number): return "\(number)"
        case .negative(let number): return number == .max ? "-18446744073709551616" : "-\(number + 1)"
        case .bytes(let bytes): return "h'\(bytes.hexadecimal)'"
        case .text(let text):
            var json: [UInt8] = []
            json.appendJSONString(text)
            return String(decoding: json, as: UTF8.self)
        case .array(let elements): return "[\(elements.map(\.diagnostic).joined(separator: ","))]"
        case .map(let members):
            return "{\(members.map { "\($0.key.diagnostic):\($0.value.diagnostic)" }.joined(separator: ","))}"
        case .bool(let flag): return "\(flag)"
        case .null: return "null"
        // The bits say more than any text: a negative zero, or which not-a-number.
        case .float(let number): return "float(\(number.isNaN ? "nan" : String(number.bitPattern, radix: 16)))"
        }
    }
}
