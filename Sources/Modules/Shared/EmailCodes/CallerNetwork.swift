internal import CLibrary

/// The networks that a request came from and is counted in.
package struct CallerNetwork: Equatable, Hashable, Sendable {
    /// The kind of customer that may have the network.
    package enum Size: Sendable {
        /// One customer's: an IPv4 address, or the first 64 bits of an IPv6 address.
        case customer
        /// A larger customer's: the first 56 bits of an IPv6 address.
        case site
        /// A provider's, or the largest customer's: the first 48 bits of an IPv6 address, or 24 of an IPv4 address.
        case provider
    }

    /// One of the networks.
    package struct Prefix: Equatable, Hashable, Sendable {
        package let size: Size
        /// Identifies the network.
        package let text: String
    }

    /// The networks, from the smallest to the largest.
    package let prefixes: [Prefix]
    /// The largest network.
    package var largest: Prefix { prefixes[prefixes.endIndex - 1] }

    /// The networks of an address as text.
    /// - Parameter address: an IPv4 address (four decimal numbers without leading zeros) or an IPv6 address (RFC 4291,
    ///   section 2.2), without a zone, a port or brackets. An IPv4 address inside IPv6 is that IPv4 address.
    /// - Returns: nil for every other text.
    package init?(_ address: String) {
        if let four = Self.bytes(of: address, AF_INET, count: 4) {
            self.init(ipv4: four)
        } else if let sixteen = Self.bytes(of: address, AF_INET6, count: 16) {
            let isMapped = sixteen[..<10].allSatisfy { $0 == 0 } && sixteen[10] == 0xFF && sixteen[11] == 0xFF
            if isMapped { self.init(ipv4: Array(sixteen[12...])) } else { self.init(ipv6: sixteen) }
        } else {
            return nil
        }
    }

    private init(ipv4 bytes: [UInt8]) {
        func text(_ count: Int) -> String { bytes.prefix(count).map { String($0) }.joined(separator: ".") }
        prefixes = [Prefix(size: .customer, text: text(4)), Prefix(size: .provider, text: text(3) + ".0/24")]
    }

    private init(ipv6 bytes: [UInt8]) {
        func text(_ count: Int) -> String {
            String(bytes.prefix(count).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }, radix: 16) + "/\(8 * count)"
        }
        prefixes = [
            Prefix(size: .customer, text: text(8)), Prefix(size: .site, text: text(7)),
            Prefix(size: .provider, text: text(6)),
        ]
    }

    /// The bytes of an address, as the system reads it; nil if it is not of that family.
    private static func bytes(of address: String, _ family: Int32, count: Int) -> [UInt8]? {
        // The system's reader stops at a byte 0.
        guard !address.utf8.contains(0) else { return nil }
        var bytes = [UInt8](repeating: 0, count: count)
        return unsafe inet_pton(family, address, &bytes) == 1 ? bytes : nil
    }
}
