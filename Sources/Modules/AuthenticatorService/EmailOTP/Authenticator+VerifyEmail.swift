internal import JSON
internal import Primitives

extension Authenticator {
    /// `POST /client/verify/email-otp`: checks a code. A wrong code is not an error.
    func verifyEmail(_ bearer: Bearer, _ body: RequestBody) throws(APIError) -> APIResponse {
        let digits = try body.requiredText("verificationCode")
        guard let action = bearer.action else { throw .invalidRequest("the token is for no action") }
        guard verifying.admit(bearer.user, at: now()) else { throw .tooManyRequests }
        switch codes.judge(digits, for: action, at: now()) {
        case .wrong: return .notVerified("CODE_INVALID_OR_EXPIRED")
        case .tooManyAttempts: return .notVerified("MAX_ATTEMPTS_EXCEEDED")
        case .right(let address): return try recordProof(of: address, for: action, by: bearer)
        }
    }

    /// Adds the address to the user if it is new, and answers with the token of the proof.
    private func recordProof(
        of address: String, for action: ActionID, by bearer: Bearer
    ) throws(APIError) -> APIResponse {
        var user = try storedOrNew(bearer.user)
        let isNew = user.email(address) == nil
        if isNew {
            // Check again: somebody else may have enrolled the first authenticator since the code was sent.
            guard allowsProof(of: address, by: bearer, user) else { throw .addressNotAllowed }
            user.authenticators.append(
                StoredAuthenticator(
                    id: bearer.tenant.authenticatorID(userID: user.id.id, address: address),
                    kind: .email(address: address), createdAt: now(), lastVerifiedAt: now()))
        }
        user.markVerified({ $0.address.map { EmailAddress.areEqual($0, address) } ?? false }, at: now())
        user.email = user.email ?? address
        user.username = bearer.username ?? user.username
        try save(user)
        let token = try prove(
            action, by: .emailOTP, user: user, tenant: bearer.tenant, address: address, username: bearer.username)
        let added = isNew ? user.email(address) : nil
        return APIResponse(
            json: JSONWriter.object { answer in
                answer.member("isVerified", true)
                answer.member("accessToken", ifPresent: token)
                if let added { answer.member("userAuthenticator", raw: added.json(of: user.id, isMasked: true)) }
            })
    }
}
