internal import JSON
private import Primitives

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
