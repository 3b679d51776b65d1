private import LoopbackSockets

/// A port of 127.0.0.1 that refuses every connection, and that no other program can get while this object exists.
package final class RefusingPort: Sendable {
    private let socket: LoopbackSocket
    /// The port.
    package let port: UInt16

    /// Takes a port that the system chooses.
    ///
    /// - Parameter isShared: whether a server that shares its address may listen there, one after the other.
    package init(isShared: Bool = false) throws {
        socket = try LoopbackSocket(isShared: isShared)
        port = try socket.port()
    }

    /// `127.0.0.1:` and the port.
    package var endpoint: String { "127.0.0.1:\(port)" }
}
