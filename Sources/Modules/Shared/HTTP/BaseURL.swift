private import Primitives

/// The address of a service: `https`, or plain `http` only to this machine, without a slash at the end.
package struct BaseURL: Equatable, Sendable {
    /// The address as text, to which a path that begins with `/` can be added.
    package let text: String

    /// Checks an address; nil if it is not an absolute URL with a host, if it carries a user name, query or fragment,
    /// or if it would send secrets unencrypted across a network.
    package init?(_ text: String) {
        var rest = text[...]
        while rest.hasSuffix("/") { rest = rest.dropLast() }
        let isEncrypted = rest.hasPrefix("https://")
        guard isEncrypted || rest.hasPrefix("http://") else { return nil }
        let isClean = rest.utf8.allSatisfy { byte in
            byte > 0x20 && byte < 0x7F && !"@?#\\\"<>".utf8.contains(byte)
        }
        let authority = rest.dropFirst(isEncrypted ? 8 : 7).prefix { $0 != "/" }
        guard isClean, let host = Self.host(authority), isEncrypted || Self.isLoopback(host) else { return nil }
        self.text = String(rest)
    }

    /// Whether it is `https`.
    package var isEncrypted: Bool { text.hasPrefix("https://") }

    /// The host, with its port if there is one.
    package var authority: Substring { text.dropFirst(isEncrypted ? 8 : 7).prefix { $0 != "/" } }

    /// Scheme, host and port, without a path.
    package var origin: String { String(text[..<authority.endIndex]) }

    /// The host of an authority (RFC 3986 section 3.2), without its port; nil if either is malformed: libcurl must not
    /// be the one that decides what such an address means.
    private static func host(_ authority: Substring) -> Substring? {
        let isLiteral = authority.hasPrefix("[")
        let end = isLiteral ? authority.firstIndex(of: "]").map(authority.index(after:)) : authority.firstIndex(of: ":")
        let host = authority[..<(end ?? authority.endIndex)]
        let port = authority[host.endIndex...]
        guard port.isEmpty || port.hasPrefix(":") && isNumber(port.dropFirst(), atMost: 65_535) else { return nil }
        guard isLiteral else { return !host.isEmpty && host.utf8.allSatisfy(isNameByte) ? host : nil }
        let address = host.dropFirst().dropLast()
        return host.hasSuffix("]") && !address.isEmpty && address.utf8.allSatisfy(isIPv6Byte) ? host : nil
    }

    private static func isLoopback(_ host: Substring) -> Bool {
        if host == "localhost" || host == "[::1]" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        // Some resolvers read a number with a leading zero as octal, and others look it up as a name.
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { isNumber($0, atMost: 255) }
    }

    /// Whether a text is a decimal number without a sign or a leading zero.
    private static func isNumber(_ text: Substring, atMost limit: Int) -> Bool {
        guard let number = Int(text), 0...limit ~= number else { return false }
        return String(number) == text
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        byte.isASCIINameCharacter || byte == UInt8(ascii: ".")
    }

    private static func isIPv6Byte(_ byte: UInt8) -> Bool {
        byte.hexadecimalValue != nil || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".")
    }
}

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
        isEncrypted = text.hasBytePrefix("https://")
        guard isEncrypted || text.hasBytePrefix("http://") else { return nil }
        let schemeLength = isEncrypted ? 8 : 7
        var text = text
        let parts = text.withUTF8 { bytes -> (originLength: Int, hasTarget: Bool)? in
            var originLength: Int?
            var hasFragment = false
            for index in bytes.indices {
                switch unsafe bytes[index] {
                case 0...0x20, 0x7F...0xFF: return nil
                case UInt8(ascii: "/"), UInt8(ascii: "?"):
                    if originLength == nil, index >= schemeLength { originLength = index }
                case UInt8(ascii: "#"): hasFragment = true
                default: break
                }
            }
            let end = originLength ?? bytes.count
            return unsafe (end, !hasFragment && end < bytes.count && bytes[end] == UInt8(ascii: "/"))
        }
        guard let parts else { return nil }
        (originLength, hasTarget) = parts
        self.text = text
    }
}
