internal import Primitives

extension RequestHandler {
    /// The mailbox for a bearer. The challenge token names it, and no request can change that. A result token cannot
    /// request a code; otherwise it could be renewed for ever.
    ///
    /// A user who has never had an authenticator may prove the address even if Cognito has not verified it. After that,
    /// another address takes the place of the former one only if Cognito says that it is verified.
    /// - Parameter asked: the address in the request; another one than the token's gets nothing.
    func codeTarget(_ bearer: Bearer, asked: String? = nil) throws(APIError) -> CodeTarget {
        // Read for every caller, so that the work does not depend on whether the user exists or has passkeys.
        let user = try asking { () throws(StorageError) in try storage.userWithoutPasskeys(bearer.user) }
        guard !bearer.isUnknownUser, let address = bearer.address,
            asked.map({ EmailAddress.areEqual($0, address) }) ?? true
        else { return .none }
        if user?.email(address) != nil { return CodeTarget(address: address, isVerified: true, isEnrolled: true) }
        guard user.map({ mayEnrol(bearer, $0) }) ?? true else {
            report(.addressNotVerified)
            return .none
        }
        return CodeTarget(address: address, isVerified: bearer.isAddressVerified, isEnrolled: false)
    }
}

/// The mailbox that a code may prove.
struct CodeTarget {
    /// The address; nil if no code may be sent, which the caller must not learn before anything is proven.
    let address: String?
    /// Whether the address is known to be the user's: Cognito says so, or it has been proven here.
    let isVerified: Bool
    /// Whether the user has proven the address here.
    let isEnrolled: Bool

    /// No mailbox.
    static let none = CodeTarget(address: nil, isVerified: false, isEnrolled: false)
}
