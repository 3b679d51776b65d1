private import JOSE

/// Base64 with padding (RFC 4648 section 4), as Lambda writes content that is no text.
enum Base64 {
    /// The bytes that a text encodes; nil for anything but their one canonical encoding.
    static func decode(_ text: String) -> [UInt8]? {
        let bytes = Array(text.utf8)
        let padding = bytes.suffix(2).filter { $0 == UInt8(ascii: "=") }.count
        guard bytes.count % 4 == 0, !bytes.contains(where: { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") })
        else { return nil }
        let inURLAlphabet = bytes.dropLast(padding).map { byte in
            switch byte {
            case UInt8(ascii: "+"): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            default: byte
            }
        }
        return try? Base64URL.decode(inURLAlphabet[...])
    }
}
