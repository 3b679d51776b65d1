/// Why a loopback server does not run.
package enum LoopbackServerError: Error, Equatable, Sendable {
    /// It does not listen.
    case notStarted(String)
    /// Another program listens at the port.
    case portTaken(UInt16)
}

extension LoopbackServerError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notStarted(let reason): "no loopback server: \(reason)"
        case .portTaken(let port): "port \(port) is taken: end what listens there, or choose another with --port"
        }
    }
}
