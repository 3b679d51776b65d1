private import AuditLog
internal import EmailCodes
internal import JSON
internal import Passkeys
internal import Primitives
internal import SignInMail

extension RequestHandler {
    /// `POST /client/verify/email-otp`: judges the answer to a code. A wrong answer is not an error.
    ///
    /// A text that cannot be a code is not counted. The limits of the network and the round refuse before the user is
    /// read, so their time reveals nothing and they need not wait.
    func verifyEmail(_ bearer: Bearer, _ body: RequestBody) throws(APIError) -> APIResponse {
        let text = try body.requiredText("verificationCode", maximumLength: TypedCode.maximumLength)
        guard let answer = codes.read(text) else { return wrong(.unusableAnswer, bearer) }
        try admitAnswer(bearer)
        // Whether the user may prove the address was checked before the code was sent, and is checked again before it
        // becomes a mailbox. A wrong answer reads nothing of the user.
        switch try judge(answer, for: CodeTarget(bearer), bearer) {
        case nil: return wrong(.tooManyGuesses, bearer, isLast: true)
        case .wrong(let reason):
            var answer = wrong(reason, bearer)
            answer.isPadded = bearer.isUnproven
            return answer
        case .right:
            guard let address = bearer.address else { return .notVerified("CODE_INVALID_OR_EXPIRED") }
            return try recordProof(of: address, by: bearer)
        }
    }

    /// A wrong answer.
    /// - Parameter isLast: whether the round must ask for another code before it may answer again. Unlike a refusal by
    ///   the account's counts, this reveals nothing about the user.
    private func wrong(_ reason: Refusal, _ bearer: Bearer, isLast: Bool = false) -> APIResponse {
        report(.codeRefused(reason))
        audit(.answerWrong, reason.rawValue, of: bearer)
        return .notVerified(isLast ? "MAX_ATTEMPTS_EXCEEDED" : "CODE_INVALID_OR_EXPIRED", outcome: reason.rawValue)
    }

    /// The change that a proof of an address has made.
    private struct ProvenMailbox {
        let user: StoredUser
        let mailbox: StoredAuthenticator
        /// Whether this request has added it.
        let isNew: Bool
        /// The mailboxes that it has replaced.
        let former: [StoredAuthenticator]
        /// When it was proven, in seconds since 1970.
        let time: Int64
    }

    /// Makes a proven address the user's mailbox, and answers with the token of the proof.
    private func recordProof(of address: String, by bearer: Bearer) throws(APIError) -> APIResponse {
        // The mailbox nearly always exists, and nothing has to be read.
        let id = pool.authenticatorID(userID: bearer.user.id, address: address)
        if let time = try noteUse(ofMailbox: id, of: bearer.user) {
            let token = try prove(
                bearer.action, by: .emailOTP, user: StoredUser(id: bearer.user, handle: []), with: id, address: address,
                username: bearer.username, at: time)
            return verified(token)
        }
        let proven = try changing(bearer.user) { user throws(APIError) in try record(address, bearer, user) }
        if proven.isNew { audit(.authenticatorAdded, proven.mailbox, of: proven.user.id) }
        for mailbox in proven.former {
            audit(.authenticatorRemoved, mailbox, of: proven.user.id)
            notify(.addressChanged, mailbox.address, proven.user.locale)
        }
        let token = try prove(
            bearer.action, by: .emailOTP, user: proven.user, with: proven.mailbox.id, address: address,
            username: bearer.username, at: proven.time)
        return verified(token, added: proven.isNew ? proven.mailbox.json(of: proven.user.id) : nil)
    }

    private func verified(_ token: String, added mailbox: [UInt8]? = nil) -> APIResponse {
        APIResponse(
            json: JSONWriter.object { answer in
                answer.member("isVerified", true)
                answer.member("accessToken", token)
                if let mailbox { answer.member("userAuthenticator", raw: mailbox) }
            })
    }

    /// Notes that a mailbox has been used.
    /// - Returns: the time; nil if the user does not have it, or this request has added it.
    private func noteUse(ofMailbox id: String, of user: UserID) throws(APIError) -> Int64? {
        try asking { () throws(StorageError) in try storage.noteUse(ofMailbox: id, of: user, by: attempt) }
    }

    private func record(
        _ address: String, _ bearer: Bearer, _ stored: StoredUser
    ) throws(APIError) -> (outcome: UserChange, result: ProvenMailbox) {
        var user = stored
        user.username = bearer.username
        user.locale = bearer.locale ?? user.locale
        if let mailbox = user.email(address) {
            // If this request has added it before, keep that time for the answer.
            if mailbox.enrolledBy == attempt.id {
                let proven = ProvenMailbox(
                    user: user, mailbox: mailbox, isNew: true, former: [], time: mailbox.createdAt)
                return (.made, proven)
            }
            let time = try noteUse(ofMailbox: mailbox.id, of: user.id)
            return (
                time == nil ? .conflict : .made,
                ProvenMailbox(user: user, mailbox: mailbox, isNew: false, former: [], time: time ?? now)
            )
        }
        // Checked again with the current user: another caller may have enrolled the first authenticator since.
        guard mayEnrol(bearer, user) else { throw .addressNotAllowed }
        user.email = address
        let mailbox = StoredAuthenticator(
            id: pool.authenticatorID(userID: user.id.id, address: address), kind: .email(address: address),
            createdAt: now, lastVerifiedAt: now, enrolledBy: attempt.id)
        // A user has one address, that of the pool.
        let former = user.emails
        let outcome = try enrol(mailbox, of: user, replacing: former.map(\.id))
        return (outcome, ProvenMailbox(user: user, mailbox: mailbox, isNew: true, former: former, time: now))
    }

    /// Whether a user may get another mailbox with this token.
    func mayEnrol(_ bearer: Bearer, _ user: StoredUser) -> Bool {
        user.emails.isEmpty && !user.hasHadPasskey || bearer.mayReplaceMailbox(of: user)
    }
}
