package import LoopbackSockets

/// Why a local user pool cannot run. Its answers to calls report a `PoolError` instead.
package enum UserPoolError: Error, Equatable, Sendable {
    /// Its keys cannot be generated.
    case noKeys(String)
    /// Its endpoint cannot be served.
    case notServed(SystemCallError)
}

extension UserPoolError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noKeys(let reason): "the user pool's keys cannot be generated: \(reason)"
        case .notServed(let error): "the user pool cannot be served: \(error)"
        }
    }
}
