internal import JSON
private import Primitives

extension RequestHandler {
    /// `POST /client/user-authenticators/email-otp`: sends a code to an address that the user wants to add.
    ///
    /// In a `signed` tenant a stranger always gets the same answer. It depends neither on the address nor on the user's
    /// data, because the caller must not learn that data or whether the user exists; a code goes out only to the address
    /// that the token names. If the user already has the address, a code is sent as well, because apps call this without
    /// checking first.
    func enrolEmail(_ bearer: Bearer, _ body: RequestBody) throws(APIError) -> APIResponse {
        guard let address = try body.email() else { throw .invalidRequest("email") }
        let user = try stored(bearer.user)
        let isAllowed = allowsProof(of: address, by: bearer, user)
        guard isAllowed || bearer.isStranger else {
            throw bearer.tenant.isSigned ? .addressNotAllowed : .missingScope
        }
        try sendCode(to: isAllowed ? address : nil, as: .enrolment, bearer)
        return APIResponse(
            json: JSONWriter.object { answer in
                answer.member(
                    "userAuthenticatorId",
                    bearer.tenant.authenticatorID(userID: bearer.user.id, address: address))
                answer.member("userId", bearer.user.id)
            })
    }

    /// `POST /client/challenge/email-otp`: sends a code to the user's address.
    func challengeEmail(_ bearer: Bearer, _ body: RequestBody) throws(APIError) -> APIResponse {
        let address = try challengedAddress(bearer, try body.text("userAuthenticatorId"))
        guard address != nil || bearer.tenant.isSigned else {
            throw .invalidRequest("the user has no email authenticator")
        }
        try sendCode(to: address, as: .challenge, bearer)
        let challengeID = try newID()
        return APIResponse(json: JSONWriter.object { $0.member("challengeId", challengeID) })
    }

    /// The address that receives the challenge's code; nil if there is none.
    private func challengedAddress(_ bearer: Bearer, _ authenticatorID: String?) throws(APIError) -> String? {
        let user = try stored(bearer.user)
        let emails = user?.emails ?? []
        if let authenticatorID { return emails.first { $0.id == authenticatorID }?.address }
        // The token is for one address. If the user's address has changed since, the new one does not count.
        if bearer.tenant.isSigned, bearer.provenMethod != .passkey {
            return emails.compactMap(\.address).last(where: bearer.isFor)
        }
        if let address = emails.last?.address { return address }
        // If the tenant has supplied the address, some apps challenge it without enrolling it.
        guard let address = user?.email, allowsProof(of: address, by: bearer, user) else { return nil }
        return address
    }

    /// Issues a code and, if there is an address, prepares its mail.
    private func sendCode(to address: String?, as purpose: OneTimeCodeMail.Purpose, _ bearer: Bearer) throws(APIError) {
        guard let action = bearer.action else { throw .invalidRequest("the token is for no action") }
        let recipient = bearer.isPhantom ? nil : address
        let code = try codes.issue(for: action, address: recipient, at: now)
        guard let recipient else { return }
        codeSender.send(
            OneTimeCodeMail(
                recipient: recipient, code: code, purpose: purpose, tenantID: bearer.tenant.id, userID: bearer.user.id,
                actionCode: action.code, idempotencyKey: action.idempotencyKey))
    }

    /// Whether the bearer may prove an address: the user already has it, or the bearer may add it.
    func allowsProof(of address: String, by bearer: Bearer, _ user: StoredUser?) -> Bool {
        guard !bearer.isPhantom else { return false }
        let hasNoAuthenticator = user?.authenticators.isEmpty ?? true
        if bearer.tenant.isSigned, user?.email(address) != nil {
            return bearer.scopes.contains(.add) || bearer.isFor(address)
        }
        return bearer.scopes.contains(.add)
            || hasNoAuthenticator && (!bearer.tenant.isSigned || bearer.isFor(address))
    }
}
