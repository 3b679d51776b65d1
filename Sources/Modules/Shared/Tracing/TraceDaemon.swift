private import CLibrary

/// Sends documents to the X-Ray daemon, each as a datagram of its own (X-Ray Developer Guide, "Sending segment
/// documents to the X-Ray daemon"). Nothing waits: a datagram that the system does not take at once is lost.
package final class TraceDaemon {
    private let address: DaemonAddress
    private let report: (String) -> Void
    private var socket: Int32?
    private var hasFailed = false

    /// The line before each document.
    private static let header = Array(#"{"format": "json", "version": 1}"#.utf8) + [0x0A]
    /// The largest content of a datagram over IPv4, in bytes. X-Ray takes documents of up to 64 kB.
    package static let maximumLength = 65_507

    /// A daemon to which nothing has been sent yet.
    /// - Parameter report: takes the reason why a datagram could not be sent, once in the life of the daemon.
    package init(at address: DaemonAddress, report: @escaping (String) -> Void) {
        self.address = address
        self.report = report
    }

    deinit {
        if let socket { close(socket) }
    }

    /// Sends a document, or loses it.
    package func send(_ document: [UInt8]) {
        let datagram = Self.header + document
        guard datagram.count <= Self.maximumLength else { return fail("the document is too long") }
        if socket == nil { socket = Self.open(address.family) }
        guard let socket else { return fail("no socket, error \(errno)") }
        let sent = unsafe datagram.withUnsafeBytes { content in
            unsafe address.bytes.withUnsafeBytes { bytes in
                unsafe sendto(
                    socket, content.baseAddress, content.count, Int32(MSG_DONTWAIT),
                    bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
            }
        }
        if sent != datagram.count { fail("error \(errno)") }
    }

    private func fail(_ reason: String) {
        guard !hasFailed else { return }
        hasFailed = true
        report("a trace could not be sent to the X-Ray daemon: \(reason)")
    }

    /// A socket that is not connected, so that no datagram fails because of the one before it.
    private static func open(_ family: Int32) -> Int32? {
        #if canImport(Glibc)
        let datagrams = Int32(SOCK_DGRAM.rawValue)
        #else
        let datagrams = SOCK_DGRAM
        #endif
        let opened = CLibrary.socket(family, datagrams, 0)
        guard opened >= 0 else { return nil }
        _ = fcntl(opened, F_SETFD, FD_CLOEXEC)
        return opened
    }
}

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
