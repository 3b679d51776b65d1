private import CLibrary
package import LoopbackSockets
private import Processes

/// Receives datagrams at a port of this machine that the system chooses, as the X-Ray daemon does.
package final class DatagramReceiver: Sendable {
    private let descriptor: Int32
    /// The address with its port, as in `AWS_XRAY_DAEMON_ADDRESS`.
    package let endpoint: String

    /// Opens a port of 127.0.0.1 or of ::1.
    package init(ipv6: Bool = false) throws(SystemCallError) {
        let family = ipv6 ? AF_INET6 : AF_INET
        #if canImport(Darwin)
        let datagrams = SOCK_DGRAM
        #else
        let datagrams = Int32(SOCK_DGRAM.rawValue)
        #endif
        let made = Spawn.whilePaused { socket(family, datagrams, 0) }
        guard made >= 0 else { throw SystemCallError(call: "socket", code: errno) }
        var address = sockaddr_in6()
        // Either kind of address begins with the family and has room in this one.
        var length = socklen_t(ipv6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size)
        let port = unsafe withUnsafeMutablePointer(to: &address) { pointer -> UInt16? in
            if ipv6 {
                unsafe pointer.pointee.sin6_family = sa_family_t(AF_INET6)
                unsafe pointer.pointee.sin6_addr = in6addr_loopback
            } else {
                unsafe pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                    unsafe $0.pointee.sin_family = sa_family_t(AF_INET)
                    unsafe $0.pointee.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
                }
            }
            return unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic -> UInt16? in
                guard unsafe bind(made, generic, length) == 0, unsafe getsockname(made, generic, &length) == 0 else {
                    return nil
                }
                // The port stands at the same place in both.
                return unsafe UInt16(bigEndian: pointer.pointee.sin6_port)
            }
        }
        guard let port else {
            let code = errno
            close(made)
            throw SystemCallError(call: "bind", code: code)
        }
        descriptor = made
        endpoint = ipv6 ? "[::1]:\(port)" : "127.0.0.1:\(port)"
    }

    deinit { close(descriptor) }

    /// Whether this machine has an IPv6 address of its own; prints that tests are skipped if it has none.
    package static let hasIPv6: Bool = {
        if (try? DatagramReceiver(ipv6: true)) != nil { return true }
        print("skipped: this machine has no address ::1")
        return false
    }()

    /// The datagrams that have come since the last call.
    /// - Parameter count: how many to wait for. What a sender on this machine has sent is usually there at once, but
    ///   not on a busy machine.
    package func received(atLeast count: Int = 0) -> [[UInt8]] {
        var datagrams: [[UInt8]] = []
        waitUntil {
            datagrams += waiting()
            return datagrams.count >= count
        }
        return datagrams
    }

    private func waiting() -> [[UInt8]] {
        var datagrams: [[UInt8]] = []
        while true {
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            let count = unsafe recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            guard count >= 0 else { return datagrams }
            datagrams.append(Array(buffer.prefix(count)))
        }
    }
}
