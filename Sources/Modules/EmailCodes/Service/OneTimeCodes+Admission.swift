extension IssuedCode.Reason: Error {}

extension OneTimeCodes {
    /// A mail that every limit admits.
    struct Admitted {
        let isLong: Bool
        let charges: [IssuedCode.Charge]
    }

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
        var charges: [IssuedCode.Charge] = []
        if let caller, let rule = rules.caller {
            let bucket = keys.item("caller", [caller.text])
            guard try storage.admit(mark, to: bucket, isLong: false, by: rule, at: now) != nil else {
                return .callerLimit
            }
            charges = [.bucket(bucket, by: rule)]
        }
        let round = keys.item("requests", [session])
        let end = now + CodeRules.memoryOfSessions
        guard try storage.count(mark, in: round, atMost: CodeRules.requestsPerRound, until: end) else {
            try giveBack(mark, to: charges, in: storage)
            return .roundLimit
        }
        return nil
    }

    /// Asks every limit of mails.
    /// - Returns: why a limit refuses; what the earlier ones admitted is given back then.
    func admit(
        _ request: CodeRequest, _ mark: String, isLong: Bool, in storage: any CodeStorage, at now: Int64
    ) throws(CodeStorageError) -> Result<Admitted, IssuedCode.Reason> {
        let account = bucket(of: request.account)
        guard let admission = try storage.admit(mark, to: account, isLong: isLong, by: rules.account, at: now) else {
            return .failure(.accountLimit)
        }
        var charges = [IssuedCode.Charge.bucket(account, by: rules.account)]
        if let address = addressBucket(of: request.account) {
            guard try storage.admit(mark, to: address, isLong: false, by: rules.address, at: now) != nil else {
                try giveBack(mark, to: charges, in: storage)
                return .failure(.addressLimit)
            }
            charges.append(.bucket(address, by: rules.address))
        }
        guard let hour = try spend(mark, for: request.account, in: storage, at: now) else {
            try giveBack(mark, to: charges, in: storage)
            return .failure(request.account.canGetMail ? .deploymentLimit : .strangerLimit)
        }
        return .success(Admitted(isLong: admission.isLong, charges: charges + [.hour(hour)]))
    }

    /// Gives a mail back to what has counted it.
    func giveBack(
        _ mark: String, to charges: [IssuedCode.Charge], in storage: any CodeStorage
    ) throws(CodeStorageError) {
        for charge in charges {
            switch charge {
            case .bucket(let bucket, let rule): try storage.giveBack(mark, to: bucket, by: rule)
            case .hour(let hour): try storage.unspend(mark, of: hour)
            }
        }
    }

    /// Counts a mail of the deployment in this hour of the clock. The count is kept in several items, so that no item
    /// has to take every mail's write; a mail whose first item is full tries a second one.
    ///
    /// Requests for those who can get no mail have a count of their own, of the same size: otherwise made-up names would
    /// use up the users' mails.
    /// - Returns: what has counted the mail; nil if the hour is used up.
    private func spend(
        _ mark: String, for account: CodeAccount, in storage: any CodeStorage, at now: Int64
    ) throws(CodeStorageError) -> String? {
        let hour = now / 3_600_000
        let parts = min(max(rules.mailsPerHour / 50, 1), 256)
        let share = (rules.mailsPerHour + parts - 1) / parts
        let number = mark.utf8.reduce(UInt64(0)) { $0 &* 31 &+ UInt64($1) }
        let first = number % UInt64(parts)
        let second = (first + 1 + number / UInt64(parts) % UInt64(max(parts - 1, 1))) % UInt64(parts)
        for part in first == second ? [first] : [first, second] {
            let key = keys.item(account.canGetMail ? "deployment" : "strangers", [String(hour), String(part)])
            if try storage.spend(mark, of: key, atMost: share, until: (hour + 2) * 3_600_000) { return key }
        }
        return nil
    }
}
