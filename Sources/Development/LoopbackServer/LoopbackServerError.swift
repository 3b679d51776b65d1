/// Why a loopback server did not start.
package enum LoopbackServerError: Error, Equatable, Sendable {
    /// It failed to listen.
    case notStarted(String)
    /// Another program listens on the port.
    case portTaken(UInt16)
}

extension LoopbackServerError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notStarted(let reason): "no loopback server: \(reason)"
        case .portTaken(let port):
            "port \(port) is taken: stop the program that listens there, or choose another port with --port"
        }
    }
}
