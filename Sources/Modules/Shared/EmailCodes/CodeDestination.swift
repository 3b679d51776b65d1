package import Addresses

/// Where the codes of an account go.
package enum CodeDestination: Equatable, Sendable {
    /// To this address.
    case address(EmailAddress)
    /// Nowhere: no user has the name that the caller typed.
    case unknownUser
    /// Nowhere: the user has no address, or none that may get a code.
    case noAddress
    /// Nowhere: the user's address in the pool cannot get mails.
    case unusableAddress(EmailAddressError)

    /// Where a user's codes go. The address is the pool's; nil if it has none.
    package init(ofUser address: String?) {
        guard let address else {
            self = .noAddress
            return
        }
        do throws(EmailAddressError) { self = .address(try EmailAddress(address)) } catch {
            self = .unusableAddress(error)
        }
    }

    /// The address; nil if no code can be sent.
    package var address: EmailAddress? {
        if case .address(let address) = self { address } else { nil }
    }

    /// Why no code can be sent, in a word for the audit log.
    package enum Reason: String {
        case unknownUser = "unknown_user"
        case noAddress = "no_address"
        case unusableAddress = "unusable_address"
    }

    /// Why no code can be sent; nil if one can.
    package var reason: Reason? {
        switch self {
        case .address: nil
        case .unknownUser: .unknownUser
        case .noAddress: .noAddress
        case .unusableAddress: .unusableAddress
        }
    }

    /// The same for metrics; nil if a code can be sent. An unknown user's is that of every round that cannot succeed.
    package var outcome: String? { self == .unknownUser ? "issued_closed" : reason?.rawValue }
}
