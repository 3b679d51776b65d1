internal import CLibrary
internal import Processes

/// Owns one TCP socket, on 127.0.0.1 unless it is to be reached by other machines, which no child process inherits. Its
/// calls block; any thread may end it.
package final class LoopbackSocket: Sendable {
    package let descriptor: Int32

    private init(owning descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// A socket that is bound to a port and does not listen, so that connections to it are refused.
    ///
    /// - Parameters:
    ///   - port: 0 for a port that the system chooses.
    ///   - address: an IPv4 address of this machine; 0.0.0.0 for all of them, so that other machines reach it.
    ///   - isShared: whether other shared sockets may be bound to the same port as long as none of them listens.
    package convenience init(
        boundTo port: UInt16 = 0, address: String = "127.0.0.1", isShared: Bool = false
    ) throws(SystemCallError) {
        let numbers = address.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        guard numbers.count == 4, !numbers.contains(nil) else {
            throw SystemCallError(call: "bind to \(address)", code: EINVAL)
        }
        self.init(owning: try Self.make())
        if isShared { set(SOL_SOCKET, SO_REUSEADDR, Int32(1)) }
        let host = numbers.reduce(UInt32(0)) { $0 << 8 | UInt32($1 ?? 0) }
        guard unsafe Self.withAddress(host, port: port, { unsafe bind(descriptor, $0, $1) }) == 0 else {
            throw .last("bind")
        }
    }

    /// A socket that is connected to a port.
    package convenience init(connectedTo port: UInt16) throws(SystemCallError) {
        self.init(owning: try Self.make())
        guard unsafe Self.withAddress(port: port, { unsafe connect(descriptor, $0, $1) }) == 0 else {
            throw .last("connect")
        }
        sendAtOnce()
    }

    private static func make() throws(SystemCallError) -> Int32 {
        #if canImport(Darwin)
        let stream = SOCK_STREAM
        #else
        let stream = Int32(SOCK_STREAM.rawValue)
        #endif
        let made = Spawn.whilePaused { socket(AF_INET, stream, 0) }
        guard made >= 0 else { throw .last("socket") }
        return made
    }

    /// The port.
    package func port() throws(SystemCallError) -> UInt16 {
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
    package func startListening() throws(SystemCallError) {
        guard listen(descriptor, SOMAXCONN) == 0 else { throw .last("listen") }
        // A connection may have gone before it is accepted, and `accept` must not wait for the next one then.
        guard fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 else { throw .last("fcntl") }
    }

    /// Waits for a connection; nil if none comes within this time.
    package func nextConnection(milliseconds: Int32) -> LoopbackSocket? {
        guard !Self.readable([descriptor], milliseconds: milliseconds).isEmpty else { return nil }
        let taken = Spawn.whilePaused { accept(descriptor, nil, nil) }
        guard taken >= 0 else { return nil }
        let connection = LoopbackSocket(owning: taken)
        // The socket may inherit the listener's mode, which does not block.
        guard fcntl(taken, F_SETFL, 0) == 0 else { return nil }
        connection.sendAtOnce()
        return connection
    }

    /// Waits until descriptors can be read or have ended, and gives their indices; none if the time is over or the wait
    /// fails.
    ///
    /// - Parameter milliseconds: -1 for any time.
    package static func readable(_ descriptors: [Int32], milliseconds: Int32) -> [Int] {
        var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        guard unsafe poll(&polled, nfds_t(polled.count), milliseconds) > 0 else { return [] }
        return polled.indices.filter { polled[$0].revents != 0 }
    }

    /// Limits how long `nextBytes` and `send` wait.
    package func setPatience(seconds: Int) {
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] { set(SOL_SOCKET, option, timeval(tv_sec: seconds, tv_usec: 0)) }
    }

    /// Why no bytes came.
    package enum NoBytes: Error, Equatable, Sendable {
        /// The connection has ended.
        case ended
        /// The time is over.
        case silence
    }

    /// The next bytes, at least one.
    package func nextBytes() throws(NoBytes) -> [UInt8] {
        var failure = Int32(0)
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
            let got = unsafe recv(descriptor, buffer.baseAddress, buffer.count, 0)
            failure = got < 0 ? errno : 0
            count = max(0, got)
        }
        guard !bytes.isEmpty else { throw failure == EAGAIN || failure == EWOULDBLOCK ? .silence : .ended }
        return bytes
    }

    /// Sends all bytes; false if the connection has ended or the time is over.
    package func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let sent = unsafe rest.withUnsafeBytes { unsafe systemSend(descriptor, $0) }
            guard sent > 0 else { return false }
            rest = rest.dropFirst(sent)
        }
        return true
    }

    /// Ends the connection in both directions, and with it a wait for bytes.
    package func end() { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Makes the next close a reset.
    package func resetOnClose() { set(SOL_SOCKET, SO_LINGER, linger(l_onoff: 1, l_linger: 0)) }

    private func sendAtOnce() {
        set(Int32(IPPROTO_TCP), TCP_NODELAY, Int32(1))
        #if canImport(Darwin)
        set(SOL_SOCKET, SO_NOSIGPIPE, Int32(1))
        #endif
    }

    private func set<Value: BitwiseCopyable>(_ level: Int32, _ option: Int32, _ value: Value) {
        var value = value
        unsafe _ = setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Value>.size))
    }

    /// Runs the body with the address of a port, of 127.0.0.1 unless another is named, as the system's calls take it.
    private static func withAddress(
        _ host: UInt32 = 0x7F00_0001, port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = host.bigEndian
        return unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}

private func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Darwin)
    unsafe send(descriptor, bytes.baseAddress, bytes.count, 0)
    #else
    unsafe send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    #endif
}
