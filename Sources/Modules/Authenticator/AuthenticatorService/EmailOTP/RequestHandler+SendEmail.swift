internal import Addresses
private import AuditLog
internal import EmailCodes
internal import JSON
internal import Passkeys

extension RequestHandler {
    /// `POST /client/user-authenticators/email-otp`: sends a code to an address that the user wants to add.
    ///
    /// A caller without a proof always gets the same answer, which does not depend on the address or the user; its ids
    /// are made up for the round. A code goes only to the token's address, even if the user already has that address,
    /// because apps call this without checking first.
    func enrolEmail(_ bearer: Bearer, _ body: RequestBody) throws(APIError) -> APIResponse {
        guard let address = try body.email() else { throw .invalidRequest("email") }
        try admitRequest(bearer)
        let target = try codeTarget(bearer, asked: address)
        guard bearer.isUnproven || target.destination.address != nil else {
            audit(.codeWithheld, target.destination.reason?.rawValue, of: bearer)
            throw .addressNotAllowed
        }
        let outcome = try sendCode(to: target, bearer)
        let (authenticatorID, userID) =
            bearer.isUnproven
            ? (pool.pseudonym("authenticator", for: bearer.action), pool.pseudonym("user", for: bearer.action))
            : (pool.authenticatorID(userID: bearer.user.id, address: address), bearer.user.id)
        return APIResponse(
            json: JSONWriter.object { answer in
                answer.member("userAuthenticatorId", authenticatorID)
                answer.member("userId", userID)
            }, outcome: outcome)
    }

    /// `POST /client/challenge/email-otp`: sends a code to the user's address.
    func challengeEmail(_ bearer: Bearer, _ body: RequestBody) throws(APIError) -> APIResponse {
        _ = try body.text("userAuthenticatorId")
        try admitRequest(bearer)
        let outcome = try sendCode(to: codeTarget(bearer), bearer)
        let challengeID = try newID()
        return APIResponse(json: JSONWriter.object { $0.member("challengeId", challengeID) }, outcome: outcome)
    }
}

extension RequestHandler {
    /// The mailbox for a bearer. Only the challenge token names it. A result token cannot request a code; otherwise it
    /// could be renewed for ever.
    ///
    /// A user who has never had an authenticator may prove an address that Cognito has not verified. Later, another
    /// address replaces the former one only if Cognito has verified it.
    /// - Parameter asked: the address in the request; one that is not the token's gets nothing.
    func codeTarget(_ bearer: Bearer, asked: String? = nil) throws(APIError) -> CodeTarget {
        // Read for every caller, so that the work does not reveal whether the user exists or has passkeys.
        let user = try asking { () throws(StorageError) in try storage.userWithoutPasskeys(bearer.user) }
        let own = CodeTarget(bearer)
        guard let address = bearer.address, asked.map({ EmailAddress.areEqual($0, address) }) ?? true else {
            return bearer.isUnknownUser ? own : .none
        }
        if case .unusableAddress(let error) = own.destination { report(.addressUnusable(error)) }
        if user?.email(address) != nil {
            return CodeTarget(destination: own.destination, isVerified: true, isEnrolled: true)
        }
        guard user.map({ mayEnrol(bearer, $0) }) ?? true else {
            report(.addressNotVerified)
            return .none
        }
        return own
    }
}

/// The mailbox that a code may prove.
struct CodeTarget {
    /// The address. Before a proof, the caller must not learn that no code may be sent.
    let destination: CodeDestination
    /// Whether the address is proven to be the user's, to Cognito or here.
    let isVerified: Bool
    /// Whether the user has proven the address here.
    var isEnrolled = false

    /// No mailbox.
    static let none = CodeTarget(destination: .noAddress, isVerified: false)
}

extension CodeTarget {
    /// The mailbox that a bearer's token names.
    init(_ bearer: Bearer) {
        destination = bearer.isUnknownUser ? .unknownUser : CodeDestination(ofUser: bearer.address)
        isVerified = bearer.isAddressVerified
    }
}
