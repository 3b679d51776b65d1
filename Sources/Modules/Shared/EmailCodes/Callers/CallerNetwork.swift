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
