internal import JSON
internal import Primitives

extension RequestHandler {
    /// `POST /client/verify/email-otp`: checks a code. A wrong code is not an error.
    func verifyEmail(_ bearer: Bearer, _ body: RequestBody) throws(APIError) -> APIResponse {
        let digits = try body.requiredText("verificationCode")
        guard let action = bearer.action else { throw .invalidRequest("the token is for no action") }
        switch try codes.judge(digits, for: action, at: now) {
        case .wrong: return .notVerified("CODE_INVALID_OR_EXPIRED")
        case .tooManyAttempts: return .notVerified("MAX_ATTEMPTS_EXCEEDED")
        case .right(let address): return try recordProof(of: address, for: action, by: bearer)
        }
    }

    /// Adds the address to the user if it is new, and answers with the token of the proof.
    private func recordProof(
        of address: String, for action: ActionID, by bearer: Bearer
    ) throws(APIError) -> APIResponse {
        let (user, isNew) = try changing(bearer.user) { user throws(APIError) in
            var user = user
            user.email = user.email ?? address
            user.username = bearer.username ?? user.username
            guard let mailbox = user.email(address) else {
                // Check again: somebody else may have enrolled the first authenticator since the code was sent.
                guard allowsProof(of: address, by: bearer, user) else { throw .addressNotAllowed }
                let new = StoredAuthenticator(
                    id: bearer.tenant.authenticatorID(userID: user.id.id, address: address),
                    kind: .email(address: address), createdAt: now, lastVerifiedAt: now, enrolledBy: attempt.id)
                let outcome = try enrol(new, of: user, replacing: [])
                user.authenticators.append(new)
                return (outcome, (user, true))
            }
            let use = try asking { () throws(StorageError) in
                try storage.note(AuthenticatorUse(), of: mailbox.id, of: user.id, by: attempt)
            }
            return (use == .noted ? .made : .conflict, (user, mailbox.enrolledBy == attempt.id))
        }
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
