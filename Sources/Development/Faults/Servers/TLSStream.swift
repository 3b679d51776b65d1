#if os(Linux)
internal import CTLS

/// A certificate with its key, as a server shows it.
@safe
final class TLSIdentity: @unchecked Sendable {
    fileprivate let context: UnsafeMutableRawPointer

    /// The identity in two files in PEM.
    init(certificate: String, key: String) throws(FaultsError) {
        ctls_ignore_broken_pipes()
        guard let context = unsafe ctls_context(certificate, key) else { throw .noCertificates }
        unsafe self.context = context
    }

    deinit { unsafe ctls_free_context(context) }
}

/// The server's side of TLS over a socket.
@safe
final class TLSStream {
    private let connection: UnsafeMutableRawPointer
    /// The socket must not be closed before the stream has gone.
    private let socket: ServiceSocket

    /// A stream after its handshake; nil if that fails, for example because the client does not trust the identity.
    init?(_ socket: ServiceSocket, _ identity: TLSIdentity) {
        guard let connection = unsafe ctls_accept(identity.context, socket.descriptor) else { return nil }
        unsafe self.connection = connection
        self.socket = socket
    }

    deinit { unsafe ctls_free_connection(connection) }

    /// The next bytes; empty if the connection has ended.
    func receive() -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
            count = max(0, Int(unsafe ctls_read(connection, buffer.baseAddress, Int32(buffer.count))))
        }
    }

    /// Sends all bytes; false if the connection has ended.
    func send(_ bytes: [UInt8]) -> Bool {
        guard !bytes.isEmpty else { return true }
        return unsafe bytes.withUnsafeBytes {
            unsafe ctls_write(connection, $0.baseAddress, Int32($0.count)) == Int32($0.count)
        }
    }
}
#endif
