/// What the operator should know about a request and the caller must not learn. It names no user, address or code.
package enum AuthenticatorReport: Equatable, Sendable {
    /// The storage gave no answer.
    case storageFailed(StorageError)
    /// A passkey's sign count did not grow: there may be two copies of it (WebAuthn section 6.1.1).
    case possibleClone(isRefused: Bool)
}

extension AuthenticatorReport: CustomStringConvertible {
    package var description: String {
        switch self {
        case .storageFailed(.unavailable(let reason)): "the tables do not answer: \(reason)"
        case .storageFailed(.unreadable(let reason)): "a stored item cannot be read: \(reason)"
        case .possibleClone(let isRefused):
            "a passkey's sign count did not grow, so there may be a copy of it\(isRefused ? "; it is refused" : "")"
        }
    }
}
