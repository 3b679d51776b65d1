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
        var charge: IssuedCode.Charge?
        if let caller, let rule = rules.caller {
            let bucket = keys.item("caller", [caller.text])
            guard try storage.admit(mark, to: bucket, isLong: false, by: rule, at: now) != nil else {
                return .callerLimit
            }
            charge = IssuedCode.Charge(bucket: bucket, rule: rule)
        }
        let round = keys.item("requests", [session])
        // No token of a round lives longer.
        guard try storage.count(mark, in: round, atMost: CodeRules.requestsPerRound, until: now + 3_660_000) else {
            if let charge { try storage.giveBack(mark, to: charge.bucket, by: charge.rule) }
            return .roundLimit
        }
        return nil
    }

    /// Asks every limit of mails.
    /// - Returns: why a limit refuses; what the earlier ones admitted is given back then.
    func admit(
        _ request: CodeRequest, _ mark: String, isLong: Bool, in storage: any CodeStorage, at now: Int64
    ) throws(CodeStorageError) -> Result<Admitted, IssuedCode.Reason> {
        let account = IssuedCode.Charge(bucket: bucket(of: request.account), rule: rules.account)
        guard
            let admission = try storage.admit(mark, to: account.bucket, isLong: isLong, by: account.rule, at: now)
        else { return .failure(.accountLimit) }
        guard let address = try admitToAddress(request.account, mark, in: storage, at: now) else {
            try storage.giveBack(mark, to: account.bucket, by: account.rule)
            return .failure(.addressLimit)
        }
        guard try spend(mark, in: storage, at: now) else {
            try storage.giveBack(mark, to: address.bucket, by: address.rule)
            try storage.giveBack(mark, to: account.bucket, by: account.rule)
            return .failure(.deploymentLimit)
        }
        return .success(Admitted(isLong: admission.isLong, charges: [address, account]))
    }

    private func admitToAddress(
        _ account: CodeAccount, _ mark: String, in storage: any CodeStorage, at now: Int64
    ) throws(CodeStorageError) -> IssuedCode.Charge? {
        for bucket in addressBuckets(of: account) {
            if try storage.admit(mark, to: bucket, isLong: false, by: rules.address, at: now) != nil {
                return IssuedCode.Charge(bucket: bucket, rule: rules.address)
            }
        }
        return nil
    }

    /// Counts a mail of the deployment in this hour of the clock. The count is kept in several items, so that no item
    /// has to take every mail's write; a mail whose first item is full tries a second one.
    private func spend(_ mark: String, in storage: any CodeStorage, at now: Int64) throws(CodeStorageError) -> Bool {
        let hour = now / 3_600_000
        let parts = min(max(rules.mailsPerHour / 50, 1), 256)
        let share = (rules.mailsPerHour + parts - 1) / parts
        let number = mark.utf8.reduce(UInt64(0)) { $0 &* 31 &+ UInt64($1) }
        let first = number % UInt64(parts)
        let second = (first + 1 + number / UInt64(parts) % UInt64(max(parts - 1, 1))) % UInt64(parts)
        for part in first == second ? [first] : [first, second] {
            let key = keys.item("deployment", [String(hour), String(part)])
            if try storage.spend(mark, of: key, atMost: share, until: (hour + 2) * 3_600_000) { return true }
        }
        return false
    }
}
