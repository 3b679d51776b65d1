/// The network that a request came from, as far as its mails are limited together: one IPv4 address, or the first 64
/// bits of an IPv6 address, which is what one customer gets.
package struct CallerNetwork: Equatable, Hashable, Sendable {
    /// Identifies the network.
    package let text: String

    /// The network of an address as text.
    /// - Parameter address: an IPv4 address (four decimal numbers without leading zeros) or an IPv6 address (RFC 4291,
    ///   section 2.2), without a zone, a port or brackets. An IPv4 address inside IPv6 is that IPv4 address.
    /// - Returns: nil for every other text.
    package init?(_ address: String) {
        let bytes = Array(address.utf8)
        if let four = Self.ipv4(bytes[...]) {
            text = Self.dotted(four[...])
        } else if let sixteen = IPv6Text.bytes(of: bytes) {
            let isMapped = sixteen[..<10].allSatisfy { $0 == 0 } && sixteen[10] == 0xFF && sixteen[11] == 0xFF
            text = isMapped ? Self.dotted(sixteen[12...]) : Self.prefix(sixteen[..<8])
        } else {
            return nil
        }
    }

    /// The four bytes of an IPv4 address.
    static func ipv4(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var bytes: [UInt8] = []
        for part in parts {
            guard 1...3 ~= part.count, part.count == 1 || part.first != UInt8(ascii: "0"),
                part.allSatisfy({ 0x30...0x39 ~= $0 }), let byte = UInt8(String(decoding: part, as: UTF8.self))
            else { return nil }
            bytes.append(byte)
        }
        return bytes
    }

    private static func dotted(_ bytes: ArraySlice<UInt8>) -> String {
        bytes.map { String($0) }.joined(separator: ".")
    }

    private static func prefix(_ bytes: ArraySlice<UInt8>) -> String {
        let number = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return String(number, radix: 16) + "/64"
    }
}

/// Reads IPv6 addresses (RFC 4291, section 2.2).
enum IPv6Text {
    /// The sixteen bytes of an address; nil if the text is none.
    static func bytes(of text: [UInt8]) -> [UInt8]? {
        guard 2...45 ~= text.count else { return nil }
        guard let gap = gap(in: text) else {
            guard let all = groups(text[...]), all.count == 16 else { return nil }
            return all
        }
        // Two colons stand for at least one group of zeros, and at most one pair of them may stand in an address.
        guard let head = groups(text[..<gap]), let tail = groups(text[(gap + 2)...]), head.count + tail.count <= 14,
            !text[..<gap].contains(UInt8(ascii: "."))
        else { return nil }
        return head + [UInt8](repeating: 0, count: 16 - head.count - tail.count) + tail
    }

    /// Where the first two colons in a row begin.
    private static func gap(in text: [UInt8]) -> Int? {
        text.indices.dropLast().first { text[$0] == UInt8(ascii: ":") && text[$0 + 1] == UInt8(ascii: ":") }
    }

    /// The bytes of groups that single colons separate. The last group may be an IPv4 address.
    private static func groups(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        guard !text.isEmpty else { return [] }
        let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        var bytes: [UInt8] = []
        for (number, part) in parts.enumerated() {
            if number == parts.count - 1, let four = CallerNetwork.ipv4(part) {
                bytes += four
            } else {
                guard 1...4 ~= part.count, let group = hexadecimal(part) else { return nil }
                bytes += [UInt8(group >> 8), UInt8(group & 0xFF)]
            }
        }
        return bytes
    }

    private static func hexadecimal(_ digits: ArraySlice<UInt8>) -> UInt16? {
        var number: UInt16 = 0
        for digit in digits {
            switch digit {
            case 0x30...0x39: number = number << 4 | UInt16(digit - 0x30)
            case 0x41...0x46: number = number << 4 | UInt16(digit - 0x41 + 10)
            case 0x61...0x66: number = number << 4 | UInt16(digit - 0x61 + 10)
            default: return nil
            }
        }
        return number
    }
}
