/// An absolute `http` or `https` URL (RFC 3986), cut after its host and port.
struct HTTPURL {
    let text: String
    /// The length of scheme, host and port, in bytes.
    let originLength: Int
    let isEncrypted: Bool
    /// Whether what follows is a path with perhaps a query. A server gets that as it is, and never a fragment.
    let hasTarget: Bool

    /// Reads a URL in one pass over its bytes, because every request has one. nil for another scheme, and for what is
    /// not printable ASCII: libcurl would take a URL without a scheme as `http`, and cut it off at a NUL.
    init?(_ text: String) {
        var text = text
        let parts = text.withUTF8 { bytes -> (originLength: Int, isEncrypted: Bool, hasTarget: Bool)? in
            let isEncrypted = unsafe bytes.starts(with: "https://".utf8)
            guard unsafe isEncrypted || bytes.starts(with: "http://".utf8) else { return nil }
            var originLength: Int?
            var hasFragment = false
            for index in bytes.indices {
                switch unsafe bytes[index] {
                case 0...0x20, 0x7F...0xFF: return nil
                case UInt8(ascii: "/"), UInt8(ascii: "?"):
                    if originLength == nil, index >= (isEncrypted ? 8 : 7) { originLength = index }
                case UInt8(ascii: "#"): hasFragment = true
                default: break
                }
            }
            let end = originLength ?? bytes.count
            return unsafe (end, isEncrypted, !hasFragment && end < bytes.count && bytes[end] == UInt8(ascii: "/"))
        }
        guard let parts else { return nil }
        (originLength, isEncrypted, hasTarget) = parts
        self.text = text
    }
}
