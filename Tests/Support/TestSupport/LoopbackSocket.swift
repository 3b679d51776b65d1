private import CLibrary
internal import Processes

/// Owns one TCP socket on 127.0.0.1. No child process inherits it, and no call waits longer than ten seconds.
final class LoopbackSocket: Sendable {
    let descriptor: Int32

    private init(owning descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// A socket bound to a port that the system chooses. Unless it listens, connections to it are refused.
    convenience init(listening: Bool) throws(SystemCallError) {
        #if canImport(Darwin)
        let stream = SOCK_STREAM
        #else
        let stream = Int32(SOCK_STREAM.rawValue)
        #endif
        let made = Spawn.whilePaused { socket(AF_INET, stream, 0) }
        guard made >= 0 else { throw SystemCallError(call: "socket", code: errno) }
        self.init(owning: made)
        var address = Self.loopback
        let bound = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(made, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard bound == 0 else { throw SystemCallError(call: "bind", code: errno) }
        guard listening else { return }
        guard listen(made, 64) == 0 else { throw SystemCallError(call: "listen", code: errno) }
        // A connection may have gone before it is accepted, and `accept` must not wait for the next one then.
        guard fcntl(made, F_SETFL, O_NONBLOCK) == 0 else { throw SystemCallError(call: "fcntl", code: errno) }
    }

    /// Accepts a connection that waits.
    func accept() throws(SystemCallError) -> LoopbackSocket {
        let taken = Spawn.whilePaused { systemAccept(descriptor) }
        guard taken >= 0, fcntl(taken, F_SETFL, 0) == 0 else { throw SystemCallError(call: "accept", code: errno) }
        let connection = LoopbackSocket(owning: taken)
        var limit = timeval(tv_sec: 10, tv_usec: 0)
        connection.setOption(SO_RCVTIMEO, &limit)
        connection.setOption(SO_SNDTIMEO, &limit)
        return connection
    }

    /// The port.
    func port() throws(SystemCallError) -> UInt16 {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let found = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe getsockname(descriptor, $0, &length)
            }
        }
        guard found == 0 else { throw SystemCallError(call: "getsockname", code: errno) }
        return UInt16(bigEndian: address.sin_port)
    }

    /// The next bytes; empty if the connection has ended or ten seconds have passed.
    func receive() -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
            count = unsafe max(0, recv(descriptor, buffer.baseAddress, buffer.count, 0))
        }
    }

    /// Sends all bytes; false if the connection has ended.
    func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let sent = unsafe rest.withUnsafeBytes { unsafe systemSend(descriptor, $0.baseAddress, $0.count) }
            guard sent > 0 else { return false }
            rest = rest.dropFirst(sent)
        }
        return true
    }

    /// Makes the next close a reset.
    func resetOnClose() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setOption(SO_LINGER, &linger)
    }

    private func setOption<Value: BitwiseCopyable>(_ option: Int32, _ value: inout Value) {
        unsafe _ = setsockopt(descriptor, SOL_SOCKET, option, &value, socklen_t(MemoryLayout<Value>.size))
    }

    private static var loopback: sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }
}

/// Waits until one of the descriptors can be read or has ended, or the time is over; returns the indices of those.
func readable(_ descriptors: [Int32], milliseconds: Int32) -> [Int] {
    var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    guard unsafe poll(&polled, nfds_t(polled.count), milliseconds) > 0 else { return [] }
    return polled.indices.filter { polled[$0].revents != 0 }
}

private func systemAccept(_ descriptor: Int32) -> Int32 { accept(descriptor, nil, nil) }

private func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Darwin)
    unsafe send(descriptor, bytes, count, 0)
    #else
    unsafe send(descriptor, bytes, count, Int32(MSG_NOSIGNAL))
    #endif
}
