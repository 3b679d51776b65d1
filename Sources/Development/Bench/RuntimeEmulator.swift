#if os(Linux)
private import CLibrary

/// A Lambda Runtime API for measuring: plain blocking sockets, one connection at a time, the same small cost for every
/// program. The host that `sandbox replay` uses does more, and costs more than what is to be measured.
final class RuntimeEmulator {
    /// What `AWS_LAMBDA_RUNTIME_API` is to say.
    let endpoint: String
    private let listener: Int32

    /// How long anything that a program should do may take, in seconds.
    static let patience = 5

    /// Listens on a port of the loopback interface that the system chooses.
    init() throws(BenchError) {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard listener >= 0 else { throw .lastSystemError("socket") }
        self.listener = listener
        endpoint = try Self.listen(listener)
    }

    deinit { close(listener) }

    /// Lets a socket listen; returns the host and port to connect to.
    private static func listen(_ listener: Int32) throws(BenchError) -> String {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                guard unsafe bind(listener, generic, length) == 0, Glibc.listen(listener, 16) == 0 else {
                    return Int32(-1)
                }
                return unsafe getsockname(listener, generic, &length)
            }
        }
        guard code == 0 else { throw .lastSystemError("listen") }
        return "127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
    }

    /// Waits for a program to connect.
    /// - Parameter process: the program's process, whose end ends the wait.
    func accept(_ program: String, _ process: borrowing BenchProcess) throws(BenchError) -> RuntimeConnection {
        var waiting = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
        var attempts = Self.patience * 10
        while unsafe poll(&waiting, 1, 100) != 1 {
            attempts -= 1
            guard !process.hasEnded else {
                throw .program(program, "ends instead of asking for an event; `sandbox replay` shows its log")
            }
            guard attempts > 0 else { throw .program(program, "does not connect within \(Self.patience) s") }
        }
        let descriptor = Glibc.accept(listener, nil, nil)
        guard descriptor >= 0 else { throw .lastSystemError("accept") }
        return RuntimeConnection(descriptor, program)
    }
}
#endif
