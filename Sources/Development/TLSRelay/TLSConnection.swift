internal import CLibrary
internal import COpenSSL
internal import LoopbackServer
package import LoopbackSockets

/// The server's end of one TLS connection.
@safe
package final class TLSConnection: ByteStream {
    private let pointer: OpaquePointer
    private let socket: LoopbackSocket

    /// Waits for the handshake on a connected socket; nil if it fails, for example because the client does not trust
    /// the identity. The thread must do nothing else from now on.
    package init?(_ socket: LoopbackSocket, _ identity: TLSIdentity) {
        // OpenSSL writes without MSG_NOSIGNAL, and the peer may have gone.
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGPIPE)
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
        guard let pointer = unsafe SSL_new(identity.context) else { return nil }
        unsafe self.pointer = pointer
        self.socket = socket
        guard unsafe SSL_set_fd(pointer, socket.descriptor) == 1, unsafe SSL_accept(pointer) == 1 else { return nil }
    }

    deinit {
        unsafe SSL_free(pointer)
        // What OpenSSL keeps for this thread, its errors among it, goes before the thread is taken for ended.
        OPENSSL_thread_stop()
    }

    /// Passes bytes on in both directions until one side ends.
    func relay(to target: LoopbackSocket) {
        while true {
            // What OpenSSL has decrypted already does not show on the socket.
            let hasMore = unsafe SSL_pending(pointer) > 0
            let ready =
                hasMore ? [0] : LoopbackSocket.readable([socket.descriptor, target.descriptor], milliseconds: -1)
            guard !ready.isEmpty else { return }
            for index in ready {
                guard let bytes = try? index == 0 ? nextBytes() : target.nextBytes(),
                    index == 0 ? target.send(bytes) : send(bytes)
                else { return }
            }
        }
    }

    package func nextBytes() throws(LoopbackSocket.NoBytes) -> [UInt8] {
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
            count = max(0, Int(unsafe SSL_read(pointer, buffer.baseAddress, Int32(buffer.count))))
        }
        guard !bytes.isEmpty else { throw .ended }
        return bytes
    }

    package func resetOnClose() { socket.resetOnClose() }

    /// Sends all bytes; false if the connection has ended.
    package func send(_ bytes: [UInt8]) -> Bool {
        guard !bytes.isEmpty else { return true }
        return unsafe SSL_write(pointer, bytes, Int32(bytes.count)) == Int32(bytes.count)
    }
}
