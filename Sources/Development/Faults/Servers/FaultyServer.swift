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
    let name: String
    private let port: UInt16
    private let reservation: LoopbackSocket
    private let standIn: any StandIn
    private let certificates: ServerCertificates?
    private let names: NameServer?
    private let state = Mutex(State())

    private struct State {
        var fault: ServiceFault?
        /// How many requests are still answered well before the fault.
        var wellAnswered = 0
        /// How many requests or connections the fault has befallen.
        var befallen = 0
        /// Whether a function has gone where the service redirected it to.
        var wasFollowed = false
        var connections: [ObjectIdentifier: LoopbackSocket] = [:]
        /// Nil while nobody listens.
        var listener: LoopbackSocket?
        var isStopped = false
    }

    /// Serves a stand-in.
    ///
    /// - Parameters:
    ///   - certificates: nil for plain HTTP.
    ///   - names: answers for the server's name; nil to be reached by number.
    ///   - isMounted: whether the stand-in is told this address. It is told a plain one otherwise.
    init(
        _ standIn: any StandIn, certificates: ServerCertificates?, names: NameServer?, isMounted: Bool = true
    ) async throws {
        let reservation = try LoopbackSocket(isShared: true)
        port = try reservation.port()
        self.reservation = reservation
        self.standIn = standIn
        self.certificates = certificates
        name = "s\(port).\(ServerCertificates.domain)"
        let isNamed = names != nil && certificates != nil
        self.names = isNamed ? names : nil
        let host = isNamed ? name : "127.0.0.1"
        address = "\(certificates == nil ? "http" : "https")://\(host):\(port)"
        try await standIn.mount(at: isMounted ? address : "http://127.0.0.1:\(port)")
        try listen()
    }

    /// Lets a fault befall the service from now on; nil ends it.
    ///
    /// - Parameter count: how many requests are still answered well.
    func befall(_ fault: ServiceFault?, after count: Int = 0) throws(SystemCallError) {
        let (isListening, connections) = state.withLock { state in
            state.fault = fault
            (state.wellAnswered, state.befallen, state.wasFollowed) = (count, 0, false)
            // From here on the system refuses connections.
            if fault == .down { state.listener.take()?.end() }
            return (state.listener != nil, Array(state.connections.values))
        }
        names?.silence(name, fault == .noAddress)
        // What befalls a connection befalls new ones.
        if fault?.isOfConnection ?? false { for connection in connections { connection.end() } }
        if !isListening, fault != .down { try listen() }
    }

    /// Whether the fault has befallen anything. Nobody can tell whether a connection was refused.
    var hasBefallen: Bool {
        state.withLock { $0.fault == .down || $0.befallen > 0 } || names?.hasSilenced(name) ?? false
    }

    /// Whether a function has followed a redirection.
    var wasFollowed: Bool { state.withLock(\.wasFollowed) }

    func stop() async {
        let connections = state.withLock { state in
            state.isStopped = true
            state.listener.take()?.end()
            return Array(state.connections.values)
        }
        for connection in connections { connection.end() }
    }

    // MARK: - Threads

    private func listen() throws(SystemCallError) {
        let listener = try LoopbackSocket(boundTo: port, isShared: true)
        try listener.startListening()
        state.withLock { $0.listener = listener }
        listener.serve(while: { [self] in state.withLock { $0.listener === listener } }) { [self] socket in
            state.withLock { $0.connections[ObjectIdentifier(socket)] = socket }
            return { [self] in
                serve(socket)
                state.withLock { _ = $0.connections.removeValue(forKey: ObjectIdentifier(socket)) }
            }
        }
    }

    private func serve(_ socket: LoopbackSocket) {
        guard let connection = ServiceConnection(socket, identity()) else { return }
        var reader = RequestReader(connection)
        while let request = try? reader.next().request {
            let fault = state.withLock { state -> ServiceFault? in
                guard !state.isStopped else { return nil }
                if request.target.hasPrefix(FaultAnswer.elsewhere) { state.wasFollowed = true }
                guard let fault = state.fault, !fault.isOfConnection else { return nil }
                guard state.wellAnswered == 0 else {
                    state.wellAnswered -= 1
                    return nil
                }
                state.befallen += 1
                return fault
            }
            guard answer(request, fault, connection) else { return }
        }
    }

    private func identity() -> TLSIdentity? {
        guard let certificates else { return nil }
        return state.withLock { state in
            switch state.fault {
            case .otherAuthority:
                state.befallen += 1
                return certificates.otherAuthority
            case .otherHost:
                state.befallen += 1
                return certificates.otherHost
            default: return certificates.right
            }
        }
    }

    /// What the stand-in answers. This thread waits for it.
    func answer(_ request: LoopbackRequest) -> LoopbackResponse {
        waiting(otherwise: LoopbackResponse(500)) { [standIn] in
            await standIn.respond(to: request)
        }
    }
}
#endif
