internal import JSON
private import Primitives

/// Tokens in the compact serialisation of RFC 7515 section 7.1: header, payload and signature, in base64url, between
/// dots.
package enum CompactJWS {
    /// The longest token accepted, in bytes.
    static let maximumTokenSize = 8192
    static let dot = UInt8(ascii: ".")

    /// Verifies a token (RFC 7515 section 5.2, RFC 8725 section 3).
    ///
    /// The payload is decoded only after the signature is found valid. These keys are tried:
    /// - only keys bound to the header's `alg`;
    /// - with a `kid` in the header, only keys with that identifier;
    /// - without a `kid`, every key of that algorithm, so that a secret can be replaced while tokens signed with the
    ///   old one are still valid.
    ///
    /// `crit` is refused whatever it lists, because no extension is understood here, and so is `b64` (RFC 7797). Keys
    /// in the header (`jwk`, `jku`, `x5c` and so on) are ignored.
    ///
    /// - Parameters:
    ///   - keys: the keys trusted for this purpose.
    ///   - expectedType: what `typ` must be, compared as a media type: without regard to ASCII case and to the prefix
    ///     `application/` (RFC 7515 section 4.1.9). Nil to ignore `typ`.
    /// - Throws: the first error found.
    package static func verify(
        _ token: [UInt8], keys: [VerificationKey], expectedType: String? = nil
    ) throws(JOSEError) -> VerifiedJWS {
        guard token.count <= maximumTokenSize else { throw .tokenTooLarge(limit: maximumTokenSize) }
        let (headerEnd, payloadEnd) = try segmentEnds(of: token)
        let header = try JWSHeader(parsing: Base64URL.required(token[..<headerEnd]))
        if let expectedType { try header.require(type: expectedType) }
        let candidates = try header.candidates(among: keys)

        let signature = try Base64URL.required(token[(payloadEnd + 1)...])
        let signingInput = Array(token[..<payloadEnd])
        guard let key = candidates.first(where: { $0.isValid(signature, of: signingInput) }) else {
            throw .invalidSignature
        }
        let payload = try Base64URL.required(token[(headerEnd + 1)..<payloadEnd])
        return VerifiedJWS(header: header.json, payload: payload, key: key)
    }

    /// Verifies a token given as text; see the other `verify`.
    package static func verify(
        _ token: String, keys: [VerificationKey], expectedType: String? = nil
    ) throws(JOSEError) -> VerifiedJWS {
        try verify(Array(token.utf8), keys: keys, expectedType: expectedType)
    }

    /// The positions of the two dots.
    private static func segmentEnds(of token: [UInt8]) throws(JOSEError) -> (header: Int, payload: Int) {
        guard let first = token.firstIndex(of: dot),
            let second = token[(first + 1)...].firstIndex(of: dot),
            !token[(second + 1)...].contains(dot)
        else { throw .wrongSegmentCount }
        return (first, second)
    }
}
