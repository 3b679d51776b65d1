private import CLibrary

/// Sends documents to the X-Ray daemon, each as a datagram of its own (X-Ray Developer Guide, "Sending segment documents
/// to the X-Ray daemon"). Nothing waits: a datagram that the system does not take at once is lost.
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
