package import LoopbackServer

/// Why a local user pool cannot do its work; what it answers to calls is `PoolError`.
package enum UserPoolError: Error, Equatable, Sendable {
    /// There are no keys to be had.
    case noKeys(String)
    /// It cannot be served.
    case notServed(LoopbackServerError)
    /// A trigger has no function that could fail.
    case noFunction(PoolTrigger)
}

extension UserPoolError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noKeys(let reason): "no user pool: \(reason)"
        case .notServed(let error): "\(error)"
        case .noFunction(let trigger): "trigger: \(trigger.rawValue) has no function"
        }
    }
}
