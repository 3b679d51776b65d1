#if os(Linux)
internal import LoopbackServer
internal import LoopbackSockets
internal import StandIns
internal import Synchronization
internal import TLSRelay

/// A stand-in behind a server that can go wrong. It speaks HTTP/1.1 over sockets, so that its faults are those of the
/// wire.
final class FaultyServer: StandInHost {
    let address: String
    private let port: UInt16
    /// Keeps the port while the service is down.
    private let reservation: LoopbackSocket
    private let standIn: any StandIn
    private let certificates: TrialCertificates?
    private let state = Mutex(State())

    private struct State {
        var fault: ServiceFault?
        /// How many requests are still answered well before the fault.
        var wellAnswered = 0
        /// How many requests or connections the fault has befallen.
        var befallen = 0
        /// Whether a function has gone where the service redirected it to.
        var wasFollowed = false
        /// Nil while the service is down.
        var server: LoopbackHTTPServer?
    }

    /// Serves a stand-in.
    ///
    /// - Parameters:
    ///   - certificates: nil for plain HTTP.
    ///   - isMounted: whether the stand-in is told this address. It is told a plain one otherwise.
    init(_ standIn: any StandIn, certificates: TrialCertificates?, isMounted: Bool = true) async throws {
        reservation = try LoopbackSocket(isShared: true)
        port = try reservation.port()
        self.standIn = standIn
        self.certificates = certificates
        address = "\(certificates == nil ? "http" : "https")://127.0.0.1:\(port)"
        try await standIn.mount(at: isMounted ? address : "http://127.0.0.1:\(port)")
        try listen()
    }

    /// Lets a fault befall the service from now on; nil ends it.
    ///
    /// - Parameter count: how many requests are still answered well.
    func befall(_ fault: ServiceFault?, after count: Int = 0) throws(SystemCallError) {
        let isListening = state.withLock { state in
            state.fault = fault
            (state.wellAnswered, state.befallen, state.wasFollowed) = (count, 0, false)
            // What befalls a connection befalls new ones. Without a server, the system refuses them.
            if fault?.isOfConnection ?? false { state.server.take()?.stop() }
            return state.server != nil
        }
        if !isListening, fault != .down { try listen() }
    }

    /// Whether the fault has befallen anything. A refused connection leaves no trace, so it is assumed.
    var hasBefallen: Bool { state.withLock { $0.fault == .down || $0.befallen > 0 } }

    /// Whether a function has followed a redirection.
    var wasFollowed: Bool { state.withLock(\.wasFollowed) }

    func stop() async { state.withLock { $0.server.take() }?.stop() }

    private func listen() throws(SystemCallError) {
        let server = try LoopbackHTTPServer(port: port)
        state.withLock { $0.server = server }
        server.start(over: { [self] in $0.secured(by: identity()) }) { [self] arrival, stream, _ in
            answer(arrival.request, fault(of: arrival.request), stream)
        }
    }

    private func fault(of request: LoopbackRequest) -> ServiceFault? {
        state.withLock { state in
            if request.target.hasPrefix(Self.elsewhere) { state.wasFollowed = true }
            guard let fault = state.fault, !fault.isOfConnection else { return nil }
            guard state.wellAnswered == 0 else {
                state.wellAnswered -= 1
                return nil
            }
            state.befallen += 1
            return fault
        }
    }

    private func identity() -> TLSIdentity? {
        guard let certificates else { return nil }
        return state.withLock { state in
            guard state.fault == .otherAuthority else { return certificates.trusted }
            state.befallen += 1
            return certificates.untrusted
        }
    }

    /// What the stand-in answers. This thread waits for it.
    func answer(_ request: LoopbackRequest) -> LoopbackResponse {
        waiting(otherwise: LoopbackResponse(500)) { [standIn] in await standIn.respond(to: request) }
    }
}
#endif
