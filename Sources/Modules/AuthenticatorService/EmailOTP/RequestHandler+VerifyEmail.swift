internal import EmailCodes
internal import JSON
internal import Primitives
internal import SignInMail

extension RequestHandler {
    /// `POST /client/verify/email-otp`: judges the answer to a code. A wrong one is not an error.
    ///
    /// A round may give some answers, of any form. More are refused before the user is read, so the time shows nothing,
    /// and nobody has to wait for it.
    func verifyEmail(_ bearer: Bearer, _ body: RequestBody) throws(APIError) -> APIResponse {
        let answer = try body.requiredText("verificationCode")
        guard let action = bearer.action else { throw .invalidRequest("the token is for no action") }
        guard try admitAnswer(to: action) else { return wrong(.tooManyGuesses, bearer) }
        var target = CodeTarget.none
        if bearer.tenant.isSigned {
            target = try poolTarget(bearer)
        } else if let pending = try pendingTarget(bearer, action) {
            target = pending
        }
        switch try judge(answer, for: target, bearer, action) {
        case .wrong(let reason):
            var answer = wrong(reason, bearer)
            answer.isPadded = bearer.isStranger
            return answer
        case .right:
            guard let address = target.address else { return .notVerified("CODE_INVALID_OR_EXPIRED") }
            return try recordProof(of: address, for: action, by: bearer)
        }
    }

    private func wrong(_ reason: CodeRefusal, _ bearer: Bearer) -> APIResponse {
        report(.codeRefused(reason))
        note(reason, of: bearer)
        return .notVerified(
            reason == .tooManyGuesses ? "MAX_ATTEMPTS_EXCEEDED" : "CODE_INVALID_OR_EXPIRED", outcome: reason.rawValue)
    }

    /// What a proof of an address has changed.
    private struct ProvenMailbox {
        let user: StoredUser
        let mailbox: StoredAuthenticator
        /// Whether the user did not have it before this request.
        let isNew: Bool
        /// The mailboxes that it has replaced.
        let former: [StoredAuthenticator]
        /// When it was proven, in seconds since 1970.
        let time: Int64
    }

    /// Makes a proven address the user's mailbox, and answers with the token of the proof.
    private func recordProof(
        of address: String, for action: ActionID, by bearer: Bearer
    ) throws(APIError) -> APIResponse {
        let proven = try changing(bearer.user) { user throws(APIError) in try record(address, bearer, user) }
        if proven.isNew { note(.authenticatorAdded, proven.mailbox, of: proven.user.id) }
        for mailbox in proven.former {
            note(.authenticatorRemoved, mailbox, of: proven.user.id)
            notify(.addressChanged, mailbox.address, proven.user.locale)
        }
        let token = try prove(
            action, by: .emailOTP, user: proven.user, tenant: bearer.tenant, with: proven.mailbox.id,
            address: address,
            username: bearer.username, region: bearer.region, at: proven.time)
        return APIResponse(
            json: JSONWriter.object { answer in
                answer.member("isVerified", true)
                answer.member("accessToken", ifPresent: token)
                if proven.isNew {
                    answer.member("userAuthenticator", raw: proven.mailbox.json(of: proven.user.id, isMasked: true))
                }
            })
    }

    private func record(
        _ address: String, _ bearer: Bearer, _ stored: StoredUser
    ) throws(APIError) -> (outcome: UserChange, result: ProvenMailbox) {
        var user = stored
        user.username = bearer.username ?? user.username
        user.locale = bearer.locale ?? user.locale
        if let mailbox = user.email(address) {
            // What this request has changed before, it leaves as it is: its time stands in the answer.
            if mailbox.enrolledBy == attempt.id {
                let proven = ProvenMailbox(
                    user: user, mailbox: mailbox, isNew: true, former: [], time: mailbox.createdAt)
                return (.made, proven)
            }
            let time = mailbox.lastUsedBy == attempt.id ? mailbox.lastVerifiedAt : now
            let outcome = try asking { () throws(StorageError) in
                try storage.note(AuthenticatorUse(), of: mailbox.id, of: user.id, by: attempt)
            }
            return (
                outcome == .noted ? .made : .conflict,
                ProvenMailbox(user: user, mailbox: mailbox, isNew: false, former: [], time: time)
            )
        }
        // Judged again on the user as they are now: somebody else may have enrolled the first authenticator since.
        guard mayEnrol(bearer, user) else { throw .addressNotAllowed }
        user.email = bearer.tenant.isSigned ? address : user.email ?? address
        let mailbox = StoredAuthenticator(
            id: bearer.tenant.authenticatorID(userID: user.id.id, address: address), kind: .email(address: address),
            createdAt: now, lastVerifiedAt: now, enrolledBy: attempt.id)
        // A pool's user has one address, that of the pool.
        let former = bearer.tenant.isSigned ? user.emails : []
        let outcome = try enrol(mailbox, of: user, replacing: former.map(\.id))
        user.authenticators.removeAll { authenticator in former.contains { $0.id == authenticator.id } }
        user.authenticators.append(mailbox)
        return (outcome, ProvenMailbox(user: user, mailbox: mailbox, isNew: true, former: former, time: now))
    }

    /// Whether a user may get another mailbox with this token.
    private func mayEnrol(_ bearer: Bearer, _ user: StoredUser) -> Bool {
        if user.authenticators.isEmpty { return true }
        return bearer.tenant.isSigned ? bearer.mayReplaceMailbox(of: user) : bearer.scopes.contains(.add)
    }
}
