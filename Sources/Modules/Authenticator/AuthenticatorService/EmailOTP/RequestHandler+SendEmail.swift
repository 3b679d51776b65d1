internal import JSON

extension RequestHandler {
    /// `POST /client/user-authenticators/email-otp`: sends a code to an address that the user wants to add.
    ///
    /// Whoever has proven nothing always gets the same answer. It depends neither on the address nor on
    /// the user, and the ids in it are made up for the round. A code goes out only to the address that the token names.
    /// If the user already has that address, a code is sent as well, because apps call this without checking first.
    func enrolEmail(_ bearer: Bearer, _ body: RequestBody) throws(APIError) -> APIResponse {
        guard let address = try body.email() else { throw .invalidRequest("email") }
        try admitRequest(bearer)
        let target = try codeTarget(bearer, asked: address)
        guard bearer.isUnproven || target.address != nil else { throw .addressNotAllowed }
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
