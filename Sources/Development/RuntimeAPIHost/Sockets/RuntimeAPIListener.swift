internal import CLibrary
internal import Processes

/// Accepts the connections of processes to a Runtime API, on a port of 127.0.0.1 that the system chooses, with blocking
/// sockets. Its cost is small and the same for every process, so the bench can measure through it.
package final class RuntimeAPIListener: Sendable {
    /// The value of `AWS_LAMBDA_RUNTIME_API`.
    package let endpoint: String
    private let descriptor: Int32

    /// Starts listening.
    ///
    /// - Throws: `RuntimeAPIError`.
    package init() throws(RuntimeAPIError) {
        #if canImport(Darwin)
        let stream = SOCK_STREAM
        #else
        let stream = Int32(SOCK_STREAM.rawValue)
        #endif
        // A process that starts at this moment must not inherit the socket.
        let made = Spawn.whilePaused { socket(AF_INET, stream, 0) }
        guard made >= 0 else { throw .last("socket") }
        descriptor = made
        do throws(RuntimeAPIError) { endpoint = try Self.listen(made) } catch {
            close(made)
            throw error
        }
    }

    deinit { close(descriptor) }

    /// Waits for a connection; nil if none arrives within this time.
    ///
    /// - Throws: `RuntimeAPIError`.
    package func accept(milliseconds: Int32) throws(RuntimeAPIError) -> RuntimeAPIConnection? {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&waiting, 1, milliseconds) > 0 else { return nil }
        let taken = Spawn.whilePaused { systemAccept(descriptor) }
        guard taken >= 0 else {
            // The process closed the connection before it was accepted.
            if errno == EAGAIN || errno == EWOULDBLOCK || errno == ECONNABORTED { return nil }
            throw .last("accept")
        }
        return RuntimeAPIConnection(taken)
    }

    /// Makes a socket listen; returns the host and port to connect to.
    private static func listen(_ descriptor: Int32) throws(RuntimeAPIError) -> String {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                guard unsafe bind(descriptor, generic, length) == 0, systemListen(descriptor) == 0 else {
                    return Int32(-1)
                }
                return unsafe getsockname(descriptor, generic, &length)
            }
        }
        // If the process closes a connection early, `accept` must not wait for the next one.
        guard code == 0, fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 else { throw .last("listen") }
        return "127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
    }
}

private func systemAccept(_ descriptor: Int32) -> Int32 { accept(descriptor, nil, nil) }

private func systemListen(_ descriptor: Int32) -> Int32 { listen(descriptor, 64) }
