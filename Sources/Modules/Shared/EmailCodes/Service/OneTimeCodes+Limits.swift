internal import ExpiringState

extension IssuedCode.Reason: Error {}

extension OneTimeCodes {
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
            let (isAdmitted, bucket) = try change(address, .rest, in: storage, at: now) { (bucket: inout MailBucket) in
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
