private import Addresses
internal import ExpiringState

/// Codes that are sent by mail, and their limits.
///
/// A short code counts in the session that asked for it and nowhere else, with few guesses. It lives on when the
/// session asks for another one: the mail carries the same code again, or both count. Mails come out of buckets. The
/// last mail that an account's bucket admits carries a code of 80 bits, and so does every mail after many wrong answers
/// in a row. Every session of the account may answer with that code while it lives, and no guesses at it are counted.
/// So neither asking nor guessing shuts the owner of a mailbox out.
///
/// `AccountCodes`, `MailBucket` and `NetworkBuckets` have the rules. Here they are asked in their order, with what the
/// storage holds.
package struct OneTimeCodes: Sendable {
    /// The figures.
    package let rules: CodeRules
    let keys: CodeKeys

    /// Codes with those rules and keys.
    package init(_ rules: CodeRules, _ keys: CodeKeys) {
        self.rules = rules
        self.keys = keys
    }

    /// Changes the item of an account.
    func change<Result>(
        _ account: CodeAccount, _ basis: StoredBasis<AccountCodes>, in storage: any CodeStorage, at now: Int64,
        _ change: (inout AccountCodes) -> Result
    ) throws(CodeStorageError) -> (result: Result, item: AccountCodes) {
        let memory = account.canGetMail ? CodeRules.memoryOfUsers : CodeRules.memoryOfStrangers
        return try storage.change(keys.item(.account, [account.id]), basis, at: now, until: now + memory, change)
    }

    /// Changes a bucket that accounts share.
    func change<Buckets: StoredCounts, Result>(
        _ bucket: StateKey, _ basis: StoredBasis<Buckets>, in storage: any CodeStorage, at now: Int64,
        _ change: (inout Buckets) -> Result
    ) throws(CodeStorageError) -> (result: Result, item: Buckets) {
        try storage.change(bucket, basis, at: now, until: now + CodeRules.memoryOfBuckets, change)
    }

    /// The bucket of an address, which every account that has not verified it shares. Nil for the others: an account's
    /// own bucket is limit enough for mails that only the account can cause.
    func bucket(ofAddress account: CodeAccount) -> StateKey? {
        guard let address = account.address, !account.isAddressVerified else { return nil }
        return keys.item(.address, [String(decoding: EmailAddress.folded(address), as: UTF8.self)])
    }

    /// The mark of a client.
    func client(of account: CodeAccount) -> String { keys.mark(["client", account.client]) }
}

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
            let (isAdmitted, bucket) = try change(address, .empty, in: storage, at: now) { (bucket: inout MailBucket) in
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
