internal import FlyingFox
internal import FlyingSocks
internal import Foundation

/// FlyingFox's own pool, but its sockets send at once.
///
/// FlyingFox writes the header and the body of an answer one after the other; the kernel would hold the second back
/// until the peer acknowledges the first, which it delays by 40 ms.
struct LoopbackSocketPool<Base: AsyncSocketPool>: AsyncSocketPool {
    let base: Base

    func prepare() async throws { try await base.prepare() }

    func run() async throws { try await base.run() }

    /// The first socket that waits is the listening one; its connections inherit TCP_NODELAY from it.
    func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
        var isOn: Int32 = 1
        unsafe setsockopt(
            socket.file.rawValue, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
        try await base.suspendSocket(socket, untilReadyFor: events)
    }
}
