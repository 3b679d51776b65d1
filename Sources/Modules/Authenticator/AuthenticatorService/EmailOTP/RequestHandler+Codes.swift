private import Addresses
internal import AuditLog
internal import EmailCodes
internal import Passkeys
internal import Primitives
internal import SignInMail

extension RequestHandler {
    /// Checks whether a bearer may ask for a code.
    /// - Throws: `tooManyCodes` if a limit that does not depend on the user refuses. That answer does not wait, so
    ///   nothing of the user may be read before.
    func admitRequest(_ bearer: Bearer) throws(APIError) {
        let refusal = try counting { () throws(CodeStorageError) in
            try codes.refusal(
                of: Self.requester(bearer), attempt: attempt.id, from: caller, authenticator.closedNetworks,
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

    /// Issues a code for the bearer's round and mails it. Without a recipient, this takes the same
    /// steps and the same time.
    /// - Returns: the outcome of the mail, one of Create's words for the metrics.
    func sendCode(to target: CodeTarget, _ bearer: Bearer) throws(APIError) -> String {
        let request = CodeRequest(
            account: account(target, bearer), requester: Self.requester(bearer), attempt: attempt.id)
        let issued = try counting { () throws(CodeStorageError) in
            try codes.request(request, in: codeStorage, at: milliseconds)
        }
        if let reason = issued.withheld { report(.codeNotSent(reason)) }
        let code = issued.mailedCode(by: codes.rules)
        let address = issued.withheld == nil ? target.destination.address : nil
        let isSent = mails.send(
            target.isEnrolled ? .signInCode(code) : .addressCode(code),
            to: address.map { MailRecipient($0, locale: bearer.locale) }
        ) {
            do throws(CodeStorageError) {
                try codes.refund(issued, of: request.account, in: codeStorage, at: milliseconds)
            } catch {
                report(.codesFailed(error))
            }
        }
        let outcome = issued.outcome(isSent: isSent)
        let reason = target.destination.reason?.rawValue ?? issued.withheld?.rawValue ?? (isSent ? nil : outcome)
        audit(reason == nil ? .codeSent : .codeWithheld, reason, of: bearer)
        return target.destination.outcome ?? outcome
    }

    /// Counts an answer to the codes of the bearer's round, and judges it.
    /// - Returns: nil if the round must ask for another code before it may answer again.
    func judge(_ answer: TypedCode, for target: CodeTarget, _ bearer: Bearer) throws(APIError) -> CodeVerdict? {
        try counting { () throws(CodeStorageError) in
            let (isAllowed, ticket) = try codes.countAnswer(
                answer, attempt: attempt.id, by: Self.requester(bearer), in: codeStorage, at: milliseconds)
            guard isAllowed else { return nil }
            return try codes.judge(
                answer, ticket, .requester, of: account(target, bearer), attempt: attempt.id, in: codeStorage,
                at: milliseconds, report: { report(.codesFailed($0)) })
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

    /// The requester of codes: the round of a bearer's token. Each field is length-prefixed.
    private static func requester(_ bearer: Bearer) -> String {
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

    /// Notes a decision about a code, and why, for the audit log. A right answer earns a token, which Verify judges.
    func audit(_ kind: AuditLine.Kind, _ reason: String?, of bearer: Bearer) {
        let subject: AccountDecision.Subject =
            bearer.isUnknownUser ? .unknown(bearer.username) : .user(bearer.user.id)
        decided(AccountDecision(kind, subject, .emailOTP, reason: reason))
    }
}
