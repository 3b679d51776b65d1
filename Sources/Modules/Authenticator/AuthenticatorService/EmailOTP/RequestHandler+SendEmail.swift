internal import Addresses
private import AuditLog
internal import EmailCodes
internal import JSON

extension RequestHandler {
    /// `POST /client/user-authenticators/email-otp`: sends a code to an address that the user wants to add.
    ///
    /// A caller who has proven nothing always gets the same answer. It depends neither on the address nor on
    /// the user, and the ids in it are made up for the round. A code goes out only to the address that the token names.
    /// If the user already has that address, a code is sent as well, because apps call this without checking first.
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
    /// The mailbox for a bearer. The challenge token names it, and no request can change that. A result token cannot
    /// request a code; otherwise it could be renewed for ever.
    ///
    /// A user who has never had an authenticator may prove the address even if Cognito has not verified it. After that,
    /// another address takes the place of the former one only if Cognito says that it is verified.
    /// - Parameter asked: the address in the request; another one than the token's gets nothing.
    func codeTarget(_ bearer: Bearer, asked: String? = nil) throws(APIError) -> CodeTarget {
        // Read for every caller, so that the work does not depend on whether the user exists or has passkeys.
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
    /// The address; where no code may be sent, the caller must not learn that before anything is proven.
    let destination: CodeDestination
    /// Whether the address is known to be the user's: Cognito says so, or it has been proven here.
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
