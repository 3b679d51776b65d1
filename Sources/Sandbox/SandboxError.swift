/// Why a part of the sandbox cannot do its work.
package enum SandboxError: Error, Equatable, Sendable {
    /// A loopback server does not listen.
    case serverNotStarted(String)
    /// A user pool has no keys.
    case poolNotMade(String)
    /// A bootstrap cannot be executed.
    case bootstrapNotStarted(path: String, reason: String)
}

extension SandboxError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .serverNotStarted(let reason): "no loopback server: \(reason)"
        case .poolNotMade(let reason): "no user pool: \(reason)"
        case .bootstrapNotStarted(let path, let reason): "\(path) cannot be executed: \(reason)"
        }
    }
}
