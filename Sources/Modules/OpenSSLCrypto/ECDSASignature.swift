/// The two encodings of an ECDSA signature: r and s side by side, as JOSE has it (RFC 7518 section 3.4), and the DER
/// sequence that OpenSSL and WebAuthn use (RFC 3279 section 2.2.3).
enum ECDSASignature {
    /// DER of a raw signature, nil unless it has exactly two numbers of the given length in bytes.
    static func der(fromRaw raw: [UInt8], numberLength: Int) -> [UInt8]? {
        guard raw.count == 2 * numberLength else { return nil }
        return DER.sequence(DER.integer(Array(raw[..<numberLength])), DER.integer(Array(raw[numberLength...])))
    }

    /// The raw form of a DER signature, nil unless it is the one DER encoding of two numbers of at most that length.
    static func raw(fromDER der: [UInt8], numberLength: Int) -> [UInt8]? {
        // Up to P-384 the whole is shorter than 128 bytes, so each length is one byte.
        var rest = der.dropFirst(2)
        var raw: [UInt8] = []
        for _ in 0..<2 {
            guard let length = rest.dropFirst().first, rest.count >= 2 + Int(length) else { return nil }
            let digits = rest.dropFirst(2).prefix(Int(length)).drop { $0 == 0 }
            guard digits.count <= numberLength else { return nil }
            raw += [UInt8](repeating: 0, count: numberLength - digits.count) + digits
            rest = rest.dropFirst(2 + Int(length))
        }
        // Encoding again and comparing refuses every wrong tag, padding and trailing byte at once.
        return Self.der(fromRaw: raw, numberLength: numberLength) == der ? raw : nil
    }
}
