internal import CLibrary

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
        if let four = Self.bytes(of: address, AF_INET, count: 4) {
            text = Self.dotted(four[...])
        } else if let sixteen = Self.bytes(of: address, AF_INET6, count: 16) {
            let isMapped = sixteen[..<10].allSatisfy { $0 == 0 } && sixteen[10] == 0xFF && sixteen[11] == 0xFF
            text = isMapped ? Self.dotted(sixteen[12...]) : Self.prefix(sixteen[..<8])
        } else {
            return nil
        }
    }

    /// The bytes of an address, as the system reads it; nil if it is none of that family.
    private static func bytes(of address: String, _ family: Int32, count: Int) -> [UInt8]? {
        // The system's reader stops at a byte 0.
        guard !address.utf8.contains(0) else { return nil }
        var bytes = [UInt8](repeating: 0, count: count)
        return unsafe inet_pton(family, address, &bytes) == 1 ? bytes : nil
    }

    private static func dotted(_ bytes: ArraySlice<UInt8>) -> String {
        bytes.map { String($0) }.joined(separator: ".")
    }

    private static func prefix(_ bytes: ArraySlice<UInt8>) -> String {
        let number = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return String(number, radix: 16) + "/64"
    }
}
