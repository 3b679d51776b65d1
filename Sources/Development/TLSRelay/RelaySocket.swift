internal import CLibrary
internal import Processes

/// Owns one TCP socket on 127.0.0.1, which no child process inherits.
final class RelaySocket: Sendable {
    let descriptor: Int32

    private init(owning descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// A socket that listens on a port that the system chooses.
    static func listening() throws(TLSRelayError) -> RelaySocket {
        let made = try make()
        guard unsafe made.withAddress(port: 0, { unsafe bind(made.descriptor, $0, $1) }) == 0 else {
            throw .last("bind")
        }
        guard listen(made.descriptor, 64) == 0 else { throw .last("listen") }
        guard fcntl(made.descriptor, F_SETFL, O_NONBLOCK) == 0 else { throw .last("fcntl") }
        return made
    }

    /// A socket that is connected to a port.
    static func connected(to port: UInt16) throws(TLSRelayError) -> RelaySocket {
        let made = try make()
        guard unsafe made.withAddress(port: port, { unsafe connect(made.descriptor, $0, $1) }) == 0 else {
            throw .last("connect")
        }
        made.setUp()
        return made
    }

    private static func make() throws(TLSRelayError) -> RelaySocket {
        #if canImport(Darwin)
        let stream = SOCK_STREAM
        #else
        let stream = Int32(SOCK_STREAM.rawValue)
        #endif
        let made = Spawn.whilePaused { socket(AF_INET, stream, 0) }
        guard made >= 0 else { throw .last("socket") }
        return RelaySocket(owning: made)
    }

    /// Waits for a connection; nil if none comes in time.
    func accept(milliseconds: Int32) -> RelaySocket? {
        guard RelaySocket.readable([descriptor], milliseconds: milliseconds)?.isEmpty == false else { return nil }
        let taken = Spawn.whilePaused { systemAccept(descriptor) }
        guard taken >= 0 else { return nil }
        let connection = RelaySocket(owning: taken)
        connection.setUp()
        return connection
    }

    /// The port.
    func port() throws(TLSRelayError) -> UInt16 {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let found = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe getsockname(descriptor, $0, &length)
            }
        }
        guard found == 0 else { throw .last("getsockname") }
        return UInt16(bigEndian: address.sin_port)
    }

    /// The next bytes; empty if the connection has ended.
    func receive() -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
            count = unsafe max(0, recv(descriptor, buffer.baseAddress, buffer.count, 0))
        }
    }

    /// Sends all bytes; false if the connection has ended.
    func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let sent = unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
            guard sent > 0 else { return false }
            rest = rest.dropFirst(sent)
        }
        return true
    }

    /// Ends the connection in both directions, whoever waits for it.
    func shutDown() { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Waits until descriptors can be read or have ended, and gives their indices; nil if the wait fails.
    static func readable(_ descriptors: [Int32], milliseconds: Int32) -> [Int]? {
        var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        guard unsafe poll(&polled, nfds_t(polled.count), milliseconds) >= 0 else { return nil }
        return polled.indices.filter { polled[$0].revents != 0 }
    }

    private func setUp() {
        _ = fcntl(descriptor, F_SETFL, 0)
        var enabled: Int32 = 1
        unsafe _ = setsockopt(
            descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &enabled, socklen_t(MemoryLayout<Int32>.size))
    }

    private func withAddress(port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}

private func systemAccept(_ descriptor: Int32) -> Int32 { accept(descriptor, nil, nil) }
