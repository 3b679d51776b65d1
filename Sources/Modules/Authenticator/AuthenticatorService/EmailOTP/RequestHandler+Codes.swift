private import Addresses
internal import AuditLog
internal import EmailCodes
internal import Primitives
internal import SignInMail

extension RequestHandler {
    /// Checks whether a bearer may ask for a code.
    /// - Throws: `tooManyCodes` if a limit that does not depend on the user refuses. That answer does not wait, so
    ///   nothing of the user may be read before.
    func admitRequest(_ bearer: Bearer) throws(APIError) {
        let refusal = try counting { () throws(CodeStorageError) in
            try codes.refusal(
                of: Self.session(of: bearer), attempt: attempt.id, from: caller, authenticator.closedNetworks,
                in: codeStorage, at: milliseconds)
        }
        if let refusal {
            report(.codeNotSent(refusal))
            audit(.codeWithheld, refusal.rawValue, of: bearer)
            throw .tooManyCodes(refusal)
        }
    }

    /// Checks first whether a bearer may answer, because a wrong answer waits.
    /// - Throws: `tooManyAnswers` if too many of the caller's network are waiting. That answer does not wait.
    func admitAnswer(_ bearer: Bearer) throws(APIError) {
        guard bearer.isUnproven else { return }
        let isAdmitted = try counting { () throws(CodeStorageError) in
            try codes.mayAnswerWait(
                attempt.id, from: caller, authenticator.closedNetworks, in: codeStorage, at: milliseconds)
        }
        guard isAdmitted else {
            let error = APIError.tooManyAnswers
            report(.answerNotJudged(error.outcome))
            audit(.answerWrong, error.outcome, of: bearer)
            throw error
        }
    }

    private var caller: CallerNetwork? { sourceIP.flatMap { CallerNetwork($0) } }

    /// Issues a code for the bearer's round and mails it. Without a recipient, this takes the same steps and as long.
    /// - Returns: the outcome of the mail, one of Create's words for the metrics.
    func sendCode(to target: CodeTarget, _ bearer: Bearer) throws(APIError) -> String {
        let request = CodeRequest(
            account: account(target, bearer), session: Self.session(of: bearer), attempt: attempt.id)
        let issued = try counting { () throws(CodeStorageError) in
            try codes.request(request, in: codeStorage, at: milliseconds)
        }
        return deliver(issued, to: target, bearer) {
            do throws(CodeStorageError) {
                try codes.refund(issued, of: request.account, in: codeStorage, at: milliseconds)
            } catch {
                report(.codesFailed(error))
            }
        }
    }

    private func deliver(
        _ issued: IssuedCode, to target: CodeTarget, _ bearer: Bearer, refused: () -> Void
    ) -> String {
        if let reason = issued.withheld { report(.codeNotSent(reason)) }
        let code = issued.mailedCode(by: codes.rules)
        let address = issued.withheld == nil ? target.destination.address : nil
        let isSent = mails.send(
            target.isEnrolled ? .signInCode(code) : .addressCode(code),
            to: address.map { MailRecipient($0, locale: bearer.locale) }, refused: refused)
        audit(issued, to: target, bearer, isSent: isSent)
        return target.destination.outcome ?? issued.outcome(isSent: isSent)
    }

    /// Counts an answer of the round.
    /// - Returns: whether the round may still answer, and the ticket of its last code.
    func count(_ answer: TypedCode, of bearer: Bearer) throws(APIError) -> (isAllowed: Bool, ticket: CodeTicket?) {
        try counting { () throws(CodeStorageError) in
            try codes.countAnswer(
                answer, attempt: attempt.id, ofSession: Self.session(of: bearer), in: codeStorage, at: milliseconds)
        }
    }

    /// Judges an answer to the codes of the bearer's round.
    func judge(
        _ answer: TypedCode, _ ticket: CodeTicket?, for target: CodeTarget, _ bearer: Bearer
    ) throws(APIError) -> CodeVerdict {
        try counting { () throws(CodeStorageError) in
            try codes.judge(
                answer, ticket, .session, of: account(target, bearer), attempt: attempt.id, in: codeStorage,
                at: milliseconds,
                report: { report(.codesFailed($0)) })
        }
    }

    /// The bearer's account for the limits. If no code may be sent, it is a separate stand-in, so that requests that
    /// cannot be mailed do not use up the owner's mails.
    private func account(_ target: CodeTarget, _ bearer: Bearer) -> CodeAccount {
        let id = "\(pool.id) \(bearer.user.id)"
        return CodeAccount(
            id: target.destination.address == nil ? id + " nowhere" : id, client: pool.id,
            address: target.destination.address?.text, isAddressVerified: target.isVerified)
    }

    /// Identifies a round; each field is length-prefixed.
    private static func session(of bearer: Bearer) -> String {
        [bearer.user.tenantID, bearer.user.id, bearer.action.code, bearer.action.idempotencyKey]
            .map { "\($0.utf8.count):\($0)" }.joined()
    }

    /// Asks the limits, and reports a failure.
    private func counting<Answer>(_ ask: () throws(CodeStorageError) -> Answer) throws(APIError) -> Answer {
        do throws(CodeStorageError) { return try ask() } catch {
            report(.codesFailed(error))
            throw .unavailable
        }
    }

    /// Notes for the audit log whether a code was mailed.
    func audit(_ issued: IssuedCode, to target: CodeTarget, _ bearer: Bearer, isSent: Bool) {
        let reason =
            target.destination.reason?.rawValue ?? issued.withheld?.rawValue
            ?? (isSent ? nil : issued.outcome(isSent: false))
        audit(reason == nil ? .codeSent : .codeWithheld, reason, of: bearer)
    }

    /// Notes for the audit log why an answer to a code is wrong. A right one earns a token, which Verify judges.
    func audit(_ refusal: Refusal, of bearer: Bearer) { audit(.answerWrong, refusal.rawValue, of: bearer) }

    /// Notes a decision about a code, and why, for the audit log.
    func audit(_ kind: AuditLine.Kind, _ reason: String?, of bearer: Bearer) {
        let subject: AccountDecision.Subject =
            bearer.isUnknownUser ? .unknown(bearer.username) : .user(bearer.user.id)
        decided(AccountDecision(kind, subject, .emailOTP, reason: reason))
    }
}
