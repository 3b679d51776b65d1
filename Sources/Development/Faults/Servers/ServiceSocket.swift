#if os(Linux)
internal import CLibrary
internal import Processes

/// A TCP socket of 127.0.0.1. No child process inherits it.
final class ServiceSocket: Sendable {
    let descriptor: Int32

    private init(owning descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// A socket that is bound to a port and does not listen, so that connections to it are refused.
    ///
    /// - Parameter port: 0 for a port that the system chooses. Another socket may be bound to the same port as long as
    ///   none of them listens.
    init(boundTo port: UInt16) throws(FaultsError) {
        let made = Spawn.whilePaused { socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) }
        guard made >= 0 else { throw .last("socket") }
        descriptor = made
        var isOn: Int32 = 1
        unsafe setsockopt(made, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let bound = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(made, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard bound == 0 else { throw .last("bind") }
    }

    /// The port.
    func port() throws(FaultsError) -> UInt16 {
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

    /// Accepts connections from now on.
    func startListening() throws(FaultsError) {
        // A connection may have gone before it is accepted, and `accept` must not wait for the next one then.
        guard listen(descriptor, 64) == 0, fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 else { throw .last("listen") }
    }

    /// The next connection; nil if none comes within this time.
    func nextConnection(milliseconds: Int32) -> ServiceSocket? {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&waiting, 1, milliseconds) > 0 else { return nil }
        let taken = Spawn.whilePaused { accept(descriptor, nil, nil) }
        guard taken >= 0 else { return nil }
        _ = fcntl(taken, F_SETFL, 0)
        var isOn: Int32 = 1
        unsafe setsockopt(taken, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
        return ServiceSocket(owning: taken)
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
            let sent = unsafe rest.withUnsafeBytes {
                unsafe systemSend(descriptor, $0.baseAddress, $0.count)
            }
            guard sent > 0 else { return false }
            rest = rest.dropFirst(sent)
        }
        return true
    }

    /// Ends the connection, and with it a wait for bytes.
    func end() { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Makes the next close a reset.
    func resetOnClose() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        unsafe _ = setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
    }
}

private func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    unsafe send(descriptor, bytes, count, Int32(MSG_NOSIGNAL))
}
#endif
