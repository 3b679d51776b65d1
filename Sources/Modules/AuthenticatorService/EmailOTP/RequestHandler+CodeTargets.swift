internal import Primitives

extension RequestHandler {
    /// The mailbox for a bearer of a user pool. The challenge token names it, and no request can change that. A result
    /// token gets no code, by which it could be renewed without an end.
    ///
    /// A user who has never had an authenticator may prove the address even if Cognito has not verified it. After that,
    /// another address takes the place of the former one only if Cognito says that it is verified.
    /// - Parameter asked: the address in the request; another one than the token's gets nothing.
    func poolTarget(_ bearer: Bearer, asked: String? = nil) throws(APIError) -> CodeTarget {
        // Read for every caller, so that the work does not depend on whether the user exists or has passkeys.
        let user = try asking { () throws(StorageError) in try storage.userWithoutPasskeys(bearer.user) }
        guard !bearer.isPhantom, let address = bearer.address,
            asked.map({ EmailAddress.areEqual($0, address) }) ?? true
        else { return .none }
        if user?.email(address) != nil { return CodeTarget(address: address, isVerified: true, isEnrolled: true) }
        let mayEnrol = user.map { user in
            user.emails.isEmpty && !user.hasHadPasskey || bearer.mayReplaceMailbox(of: user)
        }
        guard mayEnrol ?? true else {
            report(.addressNotVerified)
            return .none
        }
        return CodeTarget(address: address, isVerified: bearer.isAddressVerified, isEnrolled: false)
    }

    /// The mailbox for a bearer of an Authsignal tenant, who asks for a code to an address that the user is to add.
    func enrolmentTarget(_ bearer: Bearer, _ address: String) throws(APIError) -> CodeTarget {
        let user = try stored(bearer.user)
        let isEnrolled = user?.email(address) != nil
        guard isEnrolled || bearer.scopes.contains(.add) || user?.authenticators.isEmpty ?? true else {
            throw .missingScope
        }
        return CodeTarget(address: address, isVerified: isEnrolled, isEnrolled: isEnrolled)
    }

    /// The mailbox for a bearer of an Authsignal tenant, who asks for a code to an address that the user has.
    func challengeTarget(_ bearer: Bearer, _ authenticatorID: String?) throws(APIError) -> CodeTarget {
        let user = try stored(bearer.user)
        let emails = user?.emails ?? []
        let mailbox = authenticatorID.map { id in emails.first { $0.id == id } } ?? emails.last
        if let address = mailbox?.address { return CodeTarget(address: address, isVerified: true, isEnrolled: true) }
        // If the tenant has supplied the address, some apps challenge it without enrolling it.
        guard authenticatorID == nil, let address = user?.email else {
            throw .invalidRequest("the user has no email authenticator")
        }
        return try enrolmentTarget(bearer, address)
    }
}
