internal import EmailCodes
internal import SignInMail

extension RequestHandler {
    /// The action of a bearer who asks for a code.
    /// - Throws: `tooManyCodes` if a limit refuses that does not depend on the user. That answer does not wait, so nothing
    ///   about the user may be read before.
    func codeAction(of bearer: Bearer) throws(APIError) -> ActionID {
        guard let action = bearer.action else { throw .invalidRequest("the token is for no action") }
        let refusal = try counting { () throws(CodeStorageError) in
            try codes.refusal(
                of: Self.session(of: action), attempt: attempt.id, from: sourceIP.flatMap { CallerNetwork($0) },
                in: codeStorage, at: milliseconds)
        }
        if let refusal {
            report(.codeNotSent(refusal))
            note(.codeWithheld, refusal.rawValue, of: bearer)
            throw .tooManyCodes(refusal)
        }
        return action
    }

    /// Issues a code for the bearer's round and mails it. If there is nobody to mail it to, this takes the same steps
    /// and as long.
    /// - Returns: what became of the mail, in one word for the metrics: one of Create's words.
    func sendCode(to target: CodeTarget, _ bearer: Bearer, _ action: ActionID) throws(APIError) -> String {
        let request = CodeRequest(
            account: account(target, bearer), session: Self.session(of: action), attempt: attempt.id)
        let issued = try counting { () throws(CodeStorageError) in
            let issued = try codes.request(request, in: codeStorage, at: milliseconds)
            // Before the mail leaves, so that no code arrives which the service does not know.
            _ = try codes.keep(issued.ticket, attempt: attempt.id, in: codeStorage)
            return issued
        }
        return deliver(issued, to: target, bearer) {
            do throws(CodeStorageError) {
                let closed = codes.closed(issued.ticket, of: request.account)
                _ = try codes.keep(closed, attempt: attempt.id, in: codeStorage)
                try codes.giveBack(issued, in: codeStorage)
            } catch {
                report(.codesFailed(error))
            }
        }
    }

    private func deliver(
        _ issued: IssuedCode, to target: CodeTarget, _ bearer: Bearer, refused: () -> Void
    ) -> String {
        let isLong = issued.ticket.state == .long
        var text = ""
        var outcome = isLong ? "issued_long" : "issued"
        switch issued.mail {
        case .send(let code): text = code
        case .none(let reason):
            report(.codeNotSent(reason))
            outcome = reason.rawValue
        }
        let recipient = text.isEmpty || bearer.isPhantom ? nil : target.address
        let code = MailedCode(
            text, isLong ? .long : .digits, lifetime: codes.rules.lifetime(issued.ticket.state) / 1_000)
        let isSent = mails.send(
            target.isEnrolled ? .signInCode(code) : .addressCode(code),
            to: recipient.flatMap { MailRecipient($0, locale: bearer.locale) }, refused: refused)
        note(issued, to: target, bearer, isSent: isSent)
        if bearer.isPhantom || target.address == nil {
            outcome = "issued_closed"
        } else if !isSent {
            outcome = "unsent"
        }
        return outcome
    }

    /// Counts an answer of the round; returns whether the round may still answer.
    func admitAnswer(to action: ActionID) throws(APIError) -> Bool {
        try counting { () throws(CodeStorageError) in
            try codes.admitAnswer(
                attempt.id, ofSession: Self.session(of: action), in: codeStorage, at: milliseconds)
        }
    }

    /// Judges the answer to the code of the bearer's round.
    func judge(
        _ answer: String, for target: CodeTarget, _ bearer: Bearer, _ action: ActionID
    ) throws(APIError) -> CodeVerdict {
        let session = Self.session(of: action)
        return try counting { () throws(CodeStorageError) in
            let ticket = try codes.ticket(ofSession: session, in: codeStorage)
            return try codes.judge(
                answer, ticket, of: account(target, bearer), attempt: attempt.id, in: codeStorage, at: milliseconds,
                report: { report(.codesFailed($0)) })
        }
    }

    /// The bearer's account as the limits know it. Where no code may be sent, it is an account of its own that nobody
    /// has: otherwise strangers could use up the owner's mails by asking for codes that go nowhere.
    private func account(_ target: CodeTarget, _ bearer: Bearer) -> CodeAccount {
        let id = "\(bearer.tenant.id) \(bearer.user.id)"
        return CodeAccount(
            id: target.address == nil ? id + " nowhere" : id, client: bearer.tenant.id, address: target.address,
            isAddressVerified: target.isVerified, exists: !bearer.isPhantom && target.address != nil)
    }

    /// Tells the rounds of all users from each other. Each text stands after its length.
    static func session(of action: ActionID) -> String {
        [action.user.tenantID, action.user.id, action.code, action.idempotencyKey]
            .map { "\($0.utf8.count):\($0)" }.joined()
    }

    /// Asks the limits, and reports if there is no answer.
    private func counting<Answer>(_ ask: () throws(CodeStorageError) -> Answer) throws(APIError) -> Answer {
        do throws(CodeStorageError) { return try ask() } catch {
            report(.codesFailed(error))
            throw .unavailable
        }
    }
}
