extension OneTimeCodes {
    /// Issues a code for a session. Whoever calls it then sends the mail, if there is one to send, calls `giveBack` if it
    /// was certainly not sent, and then `finish`.
    ///
    /// For a session with a stand-in it does the same as for a user's, and gives a code that must not be sent.
    /// - Parameters:
    ///   - storage: nil without limits: then every request is a session of its own with a mail of its own.
    ///   - now: milliseconds since 1970.
    /// - Throws: `CodeStorageError` if the limits cannot be asked. No mail may be sent then.
    package func request(
        _ request: CodeRequest, in storage: (any CodeStorage)?, at now: Int64
    ) throws(CodeStorageError) -> IssuedCode {
        let account = request.account
        let code = keys.current.codeID([account.id, request.session, request.attempt])
        guard let storage else {
            return issued(code, .mailed, .send(digits(of: code, account)), request, keys.current, at: now)
        }
        if let repetition = request.repetition,
            case .shares(let shared, let issuedAt) = try role(of: code, repetition, account, in: storage, at: now),
            let key = keys.key(of: shared)
        {
            return issued(shared, .shared, .none(.shared), request, key, at: issuedAt)
        }
        let mark = keys.mark([code])
        let wrong = try storage.wrongAnswers(of: wrongAnswers(of: account))
        switch try admit(request, mark, isLong: wrong >= CodeRules.wrongAnswersUntilLong, in: storage, at: now) {
        case .failure(let reason): return issued(code, .none, .none(reason), request, keys.current, at: now)
        case .success(let admitted):
            guard admitted.isLong else {
                return issued(
                    code, .mailed, .send(digits(of: code, account)), request, keys.current, admitted.charges, mark,
                    at: now)
            }
            let characters = keys.current.longCode(of: code, for: account)
            try keep(characters, of: account, mark, in: storage, at: now)
            return issued(
                code, .long, .send(LongCode.displayed(characters)), request, keys.current, admitted.charges, mark,
                at: now)
        }
    }

    /// What a session keeps instead of its ticket if the mail of its code was certainly not sent: its short code is
    /// worthless. It must be kept before the mail is given back, so that no code is open that no bucket counts.
    package func closed(_ ticket: CodeTicket, of account: CodeAccount) -> CodeTicket {
        self.ticket(
            session: ticket.session, code: ticket.code, issuedAt: ticket.issuedAt, state: .none, for: account,
            keys.current)
    }

    /// Gives a mail back that was certainly not sent. The next one is then again the last one that the account's bucket
    /// admits, if this one was.
    package func giveBack(_ issued: IssuedCode, in storage: (any CodeStorage)?) throws(CodeStorageError) {
        if let storage { try giveBack(issued.mark, to: issued.charges, in: storage) }
    }

    /// Notes that the request has been answered as far as its repetitions are concerned: later calls share no code.
    package func finish(
        _ issued: IssuedCode, _ request: CodeRequest, in storage: (any CodeStorage)?
    ) throws(CodeStorageError) {
        guard let repetition = request.repetition, issued.ticket.state != .shared else { return }
        try storage?.finish(issued.ticket.code, of: launch(repetition, of: request.account))
    }

    /// What a call is in the launch of its repetitions. A code that has ended because a code was used is not shared any
    /// more.
    private func role(
        of code: String, _ repetition: String, _ account: CodeAccount, in storage: any CodeStorage, at now: Int64
    ) throws(CodeStorageError) -> Launch.Role {
        let lastUse = try storage.lastUse(of: uses(of: account))
        return try storage.begin(
            Launch(code: code, begunAt: now), of: launch(repetition, of: account), after: lastUse,
            until: now + rules.lifetime)
    }

    private func digits(of code: String, _ account: CodeAccount) -> String {
        keys.current.digits(of: code, for: account, count: rules.digits)
    }

    private func keep(
        _ characters: String, of account: CodeAccount, _ mark: String, in storage: any CodeStorage, at now: Int64
    ) throws(CodeStorageError) {
        let expiresAt = now + rules.lifetime(.long)
        try storage.keep(
            StoredLongCode(
                issuedAt: now, expiresAt: expiresAt, attempt: mark,
                authenticationCode: keys.current.authenticationCode(
                    ofLong: characters, issuedAt: now, expiresAt: expiresAt, account)),
            as: long(characters, of: account))
    }

    private func issued(
        _ code: String, _ state: CodeTicket.State, _ mail: IssuedCode.Mail, _ request: CodeRequest,
        _ key: CodeKey, _ charges: [IssuedCode.Charge] = [], _ mark: String = "", at issuedAt: Int64
    ) -> IssuedCode {
        IssuedCode(
            ticket: ticket(
                session: request.session, code: code, issuedAt: issuedAt, state: state, for: request.account, key),
            mail: mail, charges: charges, mark: mark)
    }
}
