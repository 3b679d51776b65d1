private import JSON
internal import OpenSSLCrypto
private import Primitives

/// Sealed tokens in the compact serialisation of RFC 7516 section 7.1: header, encrypted key, initialization vector,
/// ciphertext and authentication tag, in base64url, between dots.
///
/// Only `alg` `dir` with `enc` `A256GCM` is read and written: both sides hold the key, so the encrypted key is empty.
package enum CompactJWE {
    /// The only key management that is accepted (RFC 7518 section 4.5).
    private static let algorithm = "dir"
    /// The only content encryption that is accepted (RFC 7518 section 5.3).
    private static let encryption = "A256GCM"
    private static let refusedParameters = ["crit", "zip"]
    private static let vectorLength = 12
    private static let tagLength = 16

    /// Seals a payload (RFC 7516 section 5.1). The header has the members `alg`, `enc`, `typ` and `kid`, in this order
    /// and without white space. Its base64url form is the additional authenticated data.
    ///
    /// - Parameters:
    ///   - payload: any bytes; for a JWT, a JSON object.
    ///   - type: the header's `typ`.
    ///   - key: for at most 2^32 tokens, because the initialization vectors are random (SP 800-38D section 8.3).
    /// - Throws: `sealingFailed`.
    package static func seal(
        _ payload: [UInt8], type: String, key: ContentEncryptionKey
    ) throws(JOSEError) -> String {
        let header = JSONWriter.object { header in
            header.member("alg", algorithm)
            header.member("enc", encryption)
            header.member("typ", type)
            header.member("kid", key.keyID)
        }
        return try seal(payload, headerBytes: header, key: key)
    }

    /// Seals a payload under a header given as bytes, for headers that `seal(_:type:key:)` does not write.
    package static func seal(
        _ payload: [UInt8], headerBytes: [UInt8], key: ContentEncryptionKey
    ) throws(JOSEError) -> String {
        var token: [UInt8] = []
        token.reserveCapacity((headerBytes.count + payload.count) * 4 / 3 + 64)
        Base64URL.append(headerBytes, to: &token)
        let sealed: [UInt8]
        do { sealed = try AES256GCM.seal(payload, key: key.bytes, context: token) } catch { throw .sealingFailed }
        token += [CompactJWS.dot, CompactJWS.dot]
        Base64URL.append(Array(sealed[..<vectorLength]), to: &token)
        token.append(CompactJWS.dot)
        Base64URL.append(Array(sealed[vectorLength..<(sealed.count - tagLength)]), to: &token)
        token.append(CompactJWS.dot)
        Base64URL.append(Array(sealed[(sealed.count - tagLength)...]), to: &token)
        return String(decoding: token, as: UTF8.self)
    }

    /// Opens a token (RFC 7516 section 5.2, RFC 8725 section 3). Only the key that its `kid` names is tried.
    ///
    /// `crit` is refused whatever it lists, because no extension is understood here, and so is `zip`. Keys in the
    /// header are ignored.
    ///
    /// - Parameters:
    ///   - keys: the keys trusted for this purpose.
    ///   - expectedType: what `typ` must be, compared as `CompactJWS.verify` compares it.
    /// - Throws: the first error found.
    package static func open(
        _ token: String, keys: [ContentEncryptionKey], expectedType: String
    ) throws(JOSEError) -> VerifiedToken {
        let token = Array(token.utf8)
        guard token.count <= CompactJWS.maximumTokenSize else {
            throw .tokenTooLarge(limit: CompactJWS.maximumTokenSize)
        }
        let segments = token.split(separator: CompactJWS.dot, omittingEmptySubsequences: false)
        guard segments.count == 5 else { throw .wrongSegmentCount }
        let header = try JOSEHeader(parsing: Base64URL.required(segments[0]), refusing: refusedParameters)
        guard header.json["alg"]?.isString(algorithm) ?? false else { throw .unsupportedAlgorithm }
        guard header.json["enc"]?.isString(encryption) ?? false else { throw .unsupportedEncryption }
        try header.require(type: expectedType)
        guard let keyID = try header.keyID, let key = keys.first(where: { $0.keyID.hasSameBytes(as: keyID) }) else {
            throw .unknownKeyID
        }
        guard segments[1].isEmpty else { throw .unexpectedEncryptedKey }
        let vector = try Base64URL.required(segments[2])
        let text = try Base64URL.required(segments[3])
        let tag = try Base64URL.required(segments[4])
        guard vector.count == vectorLength else { throw .wrongVectorLength }
        guard tag.count == tagLength else { throw .wrongTagLength }
        let payload: [UInt8]?
        do {
            payload = try AES256GCM.open(vector + text + tag, key: key.bytes, context: Array(segments[0]))
        } catch { throw .openingFailed }
        guard let payload else { throw .notAuthentic }
        return VerifiedToken(header: header.json, payload: payload, algorithm: nil, keyID: key.keyID)
    }
}

/// A key that both sides of a sealed token hold: `dir` with `A256GCM` (RFC 7518 sections 4.5 and 5.3). The algorithms
/// are fixed when the key is made and never taken from a token.
package struct ContentEncryptionKey: Sendable {
    /// The key's identifier, which every token sealed with it names as `kid`.
    package let keyID: String
    let bytes: [UInt8]

    /// A key of 32 bytes.
    ///
    /// - Throws: `invalidKey` for another length.
    package init(_ bytes: [UInt8], keyID: String) throws(JOSEError) {
        guard bytes.count == AES256GCM.keyLength else { throw .invalidKey }
        self.bytes = bytes
        self.keyID = keyID
        AES256GCM.prepare()
    }
}
