internal import ExpiringState

extension IssuedCode.Reason: Error {}

extension OneTimeCodes {
    /// Asks the limits that do not depend on the user. Whoever is refused may be told so, and at once: an answer that
    /// waits holds a process, and whoever has used up her own share must not touch the account's.
    /// - Parameters:
    ///   - session: as in the request.
    ///   - attempt: as in the request.
    ///   - caller: where the request came from; nil if that is not known.
    /// - Returns: why a limit refuses; nil if none does.
    package func refusal(
        of session: String, attempt: String, from caller: CallerNetwork?, in storage: any CodeStorage, at now: Int64
    ) throws(CodeStorageError) -> IssuedCode.Reason? {
        let mark = keys.mark([session, attempt])
        var network: (key: StateKey, rule: MailBucket.Rule, bucket: MailBucket)?
        if let caller, let rule = rules.caller {
            let key = keys.item(.network, [caller.text])
            let (isAdmitted, bucket) = try change(key, .rest, in: storage, at: now) { bucket in
                bucket.admit(mark, by: rule, at: now)
            }
            guard isAdmitted else { return .callerLimit }
            network = (key, rule, bucket)
        }
        let ticket = CodeTicket(session: session, code: code(of: session, attempt), issuedAt: now)
        let isAdmitted = try storage.countRequest(
            mark, for: ticket, of: round(session), atMost: CodeRules.requestsPerRound,
            until: now + CodeRules.memoryOfSessions)
        guard !isAdmitted else { return nil }
        if let network {
            _ = try change(network.key, .known(network.bucket), in: storage, at: now) { bucket in
                bucket.refund(mark, by: network.rule)
            }
        }
        return .roundLimit
    }

    /// Counts an answer of a session at the authenticator before anything else is done for it. A session gives so many
    /// answers, and so many different ones of digits after each request for a code. What it did alone decides that, so
    /// the caller may be told so, and at once.
    /// - Parameter attempt: identifies the attempt: one that is repeated counts once.
    /// - Returns: whether the session may still answer, and what it has of the code that it asked for last.
    package func countAnswer(
        _ answer: TypedCode, attempt: String, ofSession session: String, in storage: any CodeStorage, at now: Int64
    ) throws(CodeStorageError) -> (isAllowed: Bool, ticket: CodeTicket?) {
        var guess: String?
        if case .digits(let digits) = answer { guess = keys.mark([session, digits]) }
        return try storage.countAnswer(
            keys.mark([attempt]), guess, of: round(session), session: session,
            atMost: (CodeRules.answersPerSession, Int64(rules.guesses)), until: now + CodeRules.memoryOfSessions)
    }

    private func round(_ session: String) -> StateKey { keys.item(.round, [session]) }

    /// The id of the code that a request gets if it shares none.
    func code(of session: String, _ attempt: String) -> String { keys.current.codeID([session, attempt]) }

    /// Asks the limits of mails that accounts share, the first of which is that of an address.
    /// - Parameter mail: the mail's id.
    /// - Returns: what has counted the mail; why a limit refuses, and nothing has counted the mail then.
    func charge(
        _ mail: String, for account: CodeAccount, in storage: any CodeStorage, at now: Int64
    ) throws(CodeStorageError) -> Result<IssuedCode.Charges, IssuedCode.Reason> {
        var charges = IssuedCode.Charges(mail: mail)
        if let address = bucket(ofAddress: account) {
            let (isAdmitted, bucket) = try change(address, .rest, in: storage, at: now) { bucket in
                bucket.admit(mail, by: rules.address, at: now)
            }
            guard isAdmitted else { return .failure(.addressLimit) }
            charges.address = bucket
        }
        charges.hour = try chargeHour(mail, for: account, in: storage, at: now)
        guard charges.hour == nil else { return .success(charges) }
        try refund(charges, of: account, in: storage, at: now)
        return .failure(account.canGetMail ? .deploymentLimit : .strangerLimit)
    }

    /// Refunds a mail to everything that has counted it.
    func refund(
        _ charges: IssuedCode.Charges, of account: CodeAccount, in storage: any CodeStorage, at now: Int64
    ) throws(CodeStorageError) {
        let mail = charges.mail
        if let known = charges.account {
            _ = try change(account, .known(known), in: storage, at: now) { $0.refund(mail, by: rules) }
        }
        if let known = charges.address, let address = bucket(ofAddress: account) {
            _ = try change(address, .known(known), in: storage, at: now) { $0.refund(mail, by: rules.address) }
        }
        if let hour = charges.hour { try storage.remove(keys.mark([mail]), from: hour) }
    }

    /// Counts a mail of the deployment in this hour of the clock. The count is kept in several items, so that no item
    /// has to take every mail's write; a mail whose first item is full tries a second one.
    ///
    /// Requests for those who can get no mail have a count of their own, of the same size: otherwise made-up names
    /// would use up the users' mails.
    /// - Returns: what has counted the mail; nil if the hour is used up.
    private func chargeHour(
        _ mail: String, for account: CodeAccount, in storage: any CodeStorage, at now: Int64
    ) throws(CodeStorageError) -> StateKey? {
        let mark = keys.mark([mail])
        let hour = now / 3_600_000
        let parts = min(max(rules.mailsPerHour / 50, 1), 256)
        let share = (rules.mailsPerHour + parts - 1) / parts
        let number = mark.utf8.reduce(UInt64(0)) { $0 &* 31 &+ UInt64($1) }
        let first = number % UInt64(parts)
        let second = (first + 1 + number / UInt64(parts) % UInt64(max(parts - 1, 1))) % UInt64(parts)
        for part in first == second ? [first] : [first, second] {
            let key = keys.item(account.canGetMail ? .mails : .strangers, [String(hour), String(part)])
            if try storage.add(mark, to: key, atMost: share, until: (hour + 2) * 3_600_000) { return key }
        }
        return nil
    }
}
