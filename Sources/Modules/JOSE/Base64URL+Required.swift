internal import Primitives

extension Base64URL {
    /// The bytes of a token's segment or of a key's member.
    ///
    /// - Throws: `invalidBase64URL`.
    static func required(_ text: ArraySlice<UInt8>) throws(JOSEError) -> [UInt8] {
        guard let bytes = decode(text) else { throw .invalidBase64URL }
        return bytes
    }
}
