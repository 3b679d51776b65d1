private import CLibrary

/// Where the X-Ray daemon takes datagrams (`AWS_XRAY_DAEMON_ADDRESS`).
package struct DaemonAddress: Equatable, Sendable {
    /// The address family: `AF_INET` or `AF_INET6`.
    let family: Int32
    /// The bytes of a `sockaddr_in` or a `sockaddr_in6`.
    let bytes: [UInt8]

    /// Reads an address as the X-Ray SDKs know it: `127.0.0.1:2000` or `[::1]:2000`, or `udp:` before it and separated
    /// by a space the address for `tcp:`, which counts for nothing here.
    ///
    /// nil for anything else, names of hosts included: looking one up would keep an event waiting.
    package init?(_ text: String) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        if parts.count == 1, !text.hasPrefix("udp:") {
            self.init(numeric: parts[0])
        } else {
            let datagrams = parts.filter { $0.hasPrefix("udp:") }
            guard datagrams.count == 1, parts.count <= 2,
                parts.allSatisfy({ $0.hasPrefix("udp:") || $0.hasPrefix("tcp:") })
            else { return nil }
            self.init(numeric: datagrams[0].dropFirst(4))
        }
    }

    private init?(numeric text: Substring) {
        guard let colon = text.lastIndex(of: ":"), let port = Self.port(text[text.index(after: colon)...]) else {
            return nil
        }
        let host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            var address = sockaddr_in6()
            guard unsafe inet_pton(AF_INET6, String(host.dropFirst().dropLast()), &address.sin6_addr) == 1 else {
                return nil
            }
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            family = AF_INET6
            bytes = unsafe withUnsafeBytes(of: &address) { unsafe Array($0) }
        } else {
            var address = sockaddr_in()
            guard unsafe inet_pton(AF_INET, String(host), &address.sin_addr) == 1 else { return nil }
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            family = AF_INET
            bytes = unsafe withUnsafeBytes(of: &address) { unsafe Array($0) }
        }
    }

    /// A decimal number of a port without a sign or a leading zero.
    private static func port(_ text: Substring) -> UInt16? {
        guard let port = UInt16(text), port > 0, String(port) == text else { return nil }
        return port
    }
}
