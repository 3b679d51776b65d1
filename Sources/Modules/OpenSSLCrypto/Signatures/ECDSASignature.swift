/// The two encodings of an ECDSA signature: r and s side by side, as JOSE writes it (RFC 7518 section 3.4), and the DER
/// sequence that OpenSSL and WebAuthn use (RFC 3279 section 2.2.3).
enum ECDSASignature {
    /// The DER encoding of a raw signature; nil unless it has exactly two numbers of the given length in bytes.
    static func der(fromRaw raw: [UInt8], numberLength: Int) -> [UInt8]? {
        guard raw.count == 2 * numberLength else { return nil }
        return DER.sequence(DER.integer(Array(raw[..<numberLength])), DER.integer(Array(raw[numberLength...])))
    }
}
