package import JSON
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

extension CompactJWS {
    /// Signs a payload (RFC 7515 section 5.1).
    ///
    /// The header has the members `alg`, `typ` and `kid`, in this order and without white space.
    ///
    /// - Parameters:
    ///   - payload: any bytes; for a JWT, a JSON object.
    ///   - type: the header's `typ`; nil to leave it out.
    ///   - key: the key, which decides `alg` and `kid`.
    /// - Throws: `signingFailed`, but never for HS256.
    package static func sign(_ payload: [UInt8], type: String?, key: SigningKey) throws(JOSEError) -> String {
        let header = JSONWriter.object { header in
            header.member("alg", key.algorithm.rawValue)
            header.member("typ", ifPresent: type)
            header.member("kid", ifPresent: key.keyID)
        }
        return try sign(payload, headerBytes: header, key: key)
    }

    /// Signs a payload under a header given as bytes, for headers that `sign(_:type:key:)` does not write.
    ///
    /// - Parameter headerBytes: a JSON object. The caller makes sure that its `alg` is the key's.
    package static func sign(
        _ payload: [UInt8], headerBytes: [UInt8], key: SigningKey
    ) throws(JOSEError) -> String {
        var token: [UInt8] = []
        token.reserveCapacity((headerBytes.count + payload.count) * 4 / 3 + 512)
        Base64URL.append(headerBytes, to: &token)
        token.append(dot)
        Base64URL.append(payload, to: &token)
        let signature = try key.signature(of: token)
        token.append(dot)
        Base64URL.append(signature, to: &token)
        return String(decoding: token, as: UTF8.self)
    }
}

/// A token whose signature has been verified; there is no other way to make one.
package struct VerifiedJWS: Sendable {
    /// The protected header, a JSON object.
    package let header: JSONValue
    /// The payload's bytes. All that is known about them is that the key's owner signed them.
    package let payload: [UInt8]
    /// The algorithm of the key that verified it.
    package let algorithm: JWSAlgorithm
    /// The identifier of the key that verified it.
    package let keyID: String?

    init(header: JSONValue, payload: [UInt8], key: VerificationKey) {
        self.header = header
        self.payload = payload
        algorithm = key.algorithm
        keyID = key.keyID
    }
}

/// A signed token's protected header, checked as far as possible without the keys.
struct JWSHeader {
    private static let refusedParameters = ["crit", "b64"]

    let json: JSONValue
    let algorithm: JWSAlgorithm
    let keyID: String?

    init(parsing bytes: [UInt8]) throws(JOSEError) {
        json = try JOSEHeader.object(bytes, refusing: Self.refusedParameters)
        // The enumeration's own initializer would compare canonically equivalent characters as equal.
        guard let name = json["alg"], let algorithm = JWSAlgorithm.allCases.first(where: { name.isString($0.rawValue) })
        else { throw .unsupportedAlgorithm }
        self.algorithm = algorithm
        keyID = try JOSEHeader.keyID(in: json)
    }

    /// Compares `typ` with the expected type.
    func require(type expected: String) throws(JOSEError) { try JOSEHeader.require(type: expected, in: json) }

    /// The keys that may verify a token with this header.
    func candidates(among keys: [VerificationKey]) throws(JOSEError) -> [VerificationKey] {
        let named = keys.filter { key in
            guard let keyID else { return true }
            return key.keyID?.hasSameBytes(as: keyID) ?? false
        }
        guard !named.isEmpty else { throw .unknownKeyID }
        let usable = named.filter { $0.algorithm == algorithm }
        guard !usable.isEmpty else { throw .algorithmMismatch }
        return usable
    }
}
