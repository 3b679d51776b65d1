/// Why a part of the sandbox cannot do its work.
package enum SandboxError: Error, Equatable, Sendable {
    /// A loopback server does not listen.
    case serverNotStarted(String)
    /// Another program listens at a port.
    case portTaken(UInt16)
    /// A user pool has no keys.
    case poolNotMade(String)
    /// A bootstrap cannot be executed.
    case bootstrapNotStarted(path: String, reason: String)
    /// A function's bootstrap is not where it should be.
    case bootstrapMissing(function: String, folder: String)
    /// A file of users cannot be read or written.
    case stateNotKept(path: String, reason: String)
    /// A setting has a value that it cannot have.
    case invalidSetting(name: String, fault: String)
}

extension SandboxError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .serverNotStarted(let reason): "no loopback server: \(reason)"
        case .portTaken(let port): "port \(port) is taken: end what listens there, or choose another with --port"
        case .poolNotMade(let reason): "no user pool: \(reason)"
        case .bootstrapNotStarted(let path, let reason): "\(path) cannot be executed: \(reason)"
        case .bootstrapMissing(let function, let folder):
            "there is no \(function) in \(folder): build the functions with `swift build`, or name their folder"
        case .stateNotKept(let path, let reason): "\(path): \(reason)"
        case .invalidSetting(let name, let fault): "\(name): \(fault)"
        }
    }
}
