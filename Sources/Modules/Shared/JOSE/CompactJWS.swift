package import JSON
private import OpenSSLCrypto
internal import Primitives

/// Tokens in the compact serialisation of RFC 7515 section 7.1: header, payload and signature, in base64url, between
/// dots.
package enum CompactJWS {
    /// The longest token accepted, in bytes.
    static let maximumTokenSize = 8192
    static let dot = UInt8(ascii: ".")
    private static let refusedParameters = ["crit", "b64"]

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
        _ token: String, keys: [VerificationKey], expectedType: String? = nil
    ) throws(JOSEError) -> VerifiedToken {
        let token = Array(token.utf8)
        guard token.count <= maximumTokenSize else { throw .tokenTooLarge(limit: maximumTokenSize) }
        let (headerEnd, payloadEnd) = try segmentEnds(of: token)
        let header = try JOSEHeader(parsing: Base64URL.required(token[..<headerEnd]), refusing: refusedParameters)
        // The enumeration's own initializer would compare canonically equivalent characters as equal.
        guard let name = header.json["alg"],
            let algorithm = JWSAlgorithm.allCases.first(where: { name.isString($0.rawValue) })
        else { throw .unsupportedAlgorithm }
        let keyID = try header.keyID
        if let expectedType { try header.require(type: expectedType) }
        let candidates = try candidates(among: keys, keyID: keyID, algorithm: algorithm)

        let signature = try Base64URL.required(token[(payloadEnd + 1)...])
        let signingInput = Array(token[..<payloadEnd])
        guard let key = candidates.first(where: { $0.isValid(signature, of: signingInput) }) else {
            throw .invalidSignature
        }
        let payload = try Base64URL.required(token[(headerEnd + 1)..<payloadEnd])
        return VerifiedToken(header: header.json, payload: payload, algorithm: key.algorithm, keyID: key.keyID)
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
    /// The keys that may verify a token with this header.
    private static func candidates(
        among keys: [VerificationKey], keyID: String?, algorithm: JWSAlgorithm
    ) throws(JOSEError) -> [VerificationKey] {
        let named = keys.filter { key in
            guard let keyID else { return true }
            return key.keyID?.hasSameBytes(as: keyID) ?? false
        }
        guard !named.isEmpty else { throw .unknownKeyID }
        let usable = named.filter { $0.algorithm == algorithm }
        guard !usable.isEmpty else { throw .algorithmMismatch }
        return usable
    }

    /// Signs a payload with HS256 (RFC 7515 section 5.1).
    ///
    /// The header has the members `alg`, `typ` and `kid`, in this order and without white space.
    ///
    /// - Parameters:
    ///   - payload: any bytes; for a JWT, a JSON object.
    ///   - type: the header's `typ`.
    ///   - key: a key made of a secret.
    /// - Throws: `signingFailed` for a public key.
    package static func sign(_ payload: [UInt8], type: String, key: VerificationKey) throws(JOSEError) -> String {
        guard let secret = key.secret else { throw .signingFailed }
        let header = JSONWriter.object { header in
            header.member("alg", key.algorithm.rawValue)
            header.member("typ", type)
            header.member("kid", ifPresent: key.keyID)
        }
        var token: [UInt8] = []
        token.reserveCapacity((header.count + payload.count) * 4 / 3 + 64)
        Base64URL.append(header, to: &token)
        token.append(dot)
        Base64URL.append(payload, to: &token)
        let signature = HMACSHA256.authenticationCode(for: token, key: secret)
        token.append(dot)
        Base64URL.append(signature, to: &token)
        return String(decoding: token, as: UTF8.self)
    }
}

/// A token whose signature has been verified, or that has been opened: its maker holds the key. There is no other
/// way to make one.
package struct VerifiedToken: Sendable {
    /// The protected header, a JSON object.
    package let header: JSONValue
    /// The payload's bytes. All that is known about them is that the key's owner signed or sealed them.
    package let payload: [UInt8]
    /// The algorithm of the key that verified it; nil for a sealed token.
    package let algorithm: JWSAlgorithm?
    /// The identifier of the key that verified or opened it.
    package let keyID: String?
}

/// The protected header of a token, signed or sealed.
struct JOSEHeader {
    /// No header needs deeper nesting. The limit on the token already bounds the header's length.
    private static let maximumDepth = 8

    let json: JSONValue

    /// A header that has none of the parameters which change how the token is to be read.
    init(parsing bytes: [UInt8], refusing refused: [String]) throws(JOSEError) {
        do { json = try JSONValue(parsing: bytes, maximumDepth: Self.maximumDepth) } catch {
            throw .malformedHeader(error)
        }
        guard json.kind == .object else { throw .invalidHeader }
        for name in refused where json[name] != nil { throw .unsupportedHeaderParameter(name) }
    }

    /// The key's identifier; nil if the header names none.
    var keyID: String? {
        get throws(JOSEError) {
            guard let value = json["kid"] else { return nil }
            guard let text = value.string else { throw .invalidHeader }
            return text
        }
    }

    /// Compares `typ` with the expected type.
    func require(type expected: String) throws(JOSEError) {
        guard let type = json["typ"]?.string, Self.mediaType(type) == Self.mediaType(expected) else { throw .wrongType }
    }

    /// The bytes by which media types are compared: in lower case and without the optional prefix.
    private static func mediaType(_ text: String) -> [UInt8] {
        let lowered = text.utf8.map(\.asciiLowercased)
        let prefix = Array("application/".utf8)
        let rest = lowered.dropFirst(prefix.count)
        return lowered.starts(with: prefix) && !rest.contains(UInt8(ascii: "/")) ? Array(rest) : lowered
    }
}

extension Base64URL {
    /// The bytes of a token's segment or of a key's member.
    ///
    /// - Throws: `invalidBase64URL`.
    static func required(_ text: ArraySlice<UInt8>) throws(JOSEError) -> [UInt8] {
        guard let bytes = decode(text) else { throw .invalidBase64URL }
        return bytes
    }
}
