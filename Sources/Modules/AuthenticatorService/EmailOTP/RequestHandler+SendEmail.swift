internal import JSON

extension RequestHandler {
    /// `POST /client/user-authenticators/email-otp`: sends a code to an address that the user wants to add.
    ///
    /// In a user pool, whoever has proven nothing always gets the same answer. It depends neither on the address nor on
    /// the user, and the ids in it are made up for the round. A code goes out only to the address that the token names.
    /// If the user already has that address, a code is sent as well, because apps call this without checking first.
    func enrolEmail(_ bearer: Bearer, _ body: RequestBody) throws(APIError) -> APIResponse {
        guard let address = try body.email() else { throw .invalidRequest("email") }
        let action = try codeAction(of: bearer)
        let tenant = bearer.tenant
        let outcome: String
        if tenant.isSigned {
            let target = try poolTarget(bearer, asked: address)
            guard bearer.isStranger || target.address != nil else { throw .addressNotAllowed }
            outcome = try sendCode(to: target, bearer, action)
        } else {
            let target = try enrolmentTarget(bearer, address)
            try keep(target, for: action)
            outcome = try sendCode(to: target, bearer, action)
        }
        let (authenticatorID, userID) =
            bearer.isStranger
            ? (tenant.pseudonym("authenticator", for: action), tenant.pseudonym("user", for: action))
            : (tenant.authenticatorID(userID: bearer.user.id, address: address), bearer.user.id)
        return APIResponse(
            json: JSONWriter.object { answer in
                answer.member("userAuthenticatorId", authenticatorID)
                answer.member("userId", userID)
            }, outcome: outcome)
    }

    /// `POST /client/challenge/email-otp`: sends a code to the user's address.
    func challengeEmail(_ bearer: Bearer, _ body: RequestBody) throws(APIError) -> APIResponse {
        let authenticatorID = try body.text("userAuthenticatorId")
        let action = try codeAction(of: bearer)
        let outcome: String
        if bearer.tenant.isSigned {
            outcome = try sendCode(to: poolTarget(bearer), bearer, action)
        } else {
            let target = try challengeTarget(bearer, authenticatorID)
            try keep(target, for: action)
            outcome = try sendCode(to: target, bearer, action)
        }
        let challengeID = try newID()
        return APIResponse(json: JSONWriter.object { $0.member("challengeId", challengeID) }, outcome: outcome)
    }
}
