internal import JSON
internal import Primitives

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
