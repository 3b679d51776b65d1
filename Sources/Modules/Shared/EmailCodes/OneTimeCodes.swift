private import Addresses
internal import ExpiringState

/// Codes that are sent by mail, and their limits.
///
/// A short code is valid only for the requester that asked for it, and for a few guesses. If the requester asks again,
/// the mail carries the same code, or both are valid. Buckets limit mails. The last mail of an account's bucket carries
/// a code of 80 bits, and so does every mail after many wrong answers in a row. That code is valid for every requester
/// of the account, and guesses at it are not counted. So requests and guesses cannot shut out the owner of a mailbox.
///
/// `AccountCodes`, `MailBucket` and `NetworkBuckets` have the rules. This type applies them in order, with the values
/// of the storage.
package struct OneTimeCodes: Sendable {
    /// The limits.
    package let rules: CodeRules
    let keys: CodeKeys

    /// Makes codes by these rules and with these keys.
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

    /// The bucket of an address, shared by all accounts that have not verified it. Nil for an account that has: only it
    /// can cause these mails, and its own bucket limits them.
    func bucket(ofAddress account: CodeAccount) -> StateKey? {
        guard let address = account.address, !account.isAddressVerified else { return nil }
        return keys.item(.address, [String(decoding: EmailAddress.folded(address), as: UTF8.self)])
    }

    /// The mark of a client.
    func client(of account: CodeAccount) -> String { keys.mark(["client", account.client]) }
}

extension OneTimeCodes {
    /// The id of the code that a request gets if it shares none.
    func code(of requester: String, _ attempt: String) -> String { keys.current.codeID([requester, attempt]) }

    /// Charges a mail to the limits that accounts share, that of the address first.
    /// - Parameter charges: gets the items that have counted the mail.
    /// - Returns: the limit that refuses the mail; nil if none does.
    func charge(
        _ charges: inout IssuedCode.Charges, for account: CodeAccount, in storage: any CodeStorage, at now: Int64
    ) throws(CodeStorageError) -> IssuedCode.Reason? {
        let mail = charges.mail
        if let address = bucket(ofAddress: account) {
            let (isAdmitted, bucket) = try change(address, .empty, in: storage, at: now) { (bucket: inout MailBucket) in
                bucket.admit(mail, at: now)
            }
            guard isAdmitted else { return .addressLimit }
            charges.address = bucket
        }
        charges.hour = try chargeHour(mail, for: account, in: storage, at: now)
        guard charges.hour == nil else { return nil }
        return account.canGetMail ? .deploymentLimit : .strangerLimit
    }

    /// Refunds a mail to all items that have counted it.
    func refund(
        _ charges: IssuedCode.Charges, of account: CodeAccount, in storage: any CodeStorage, at now: Int64
    ) throws(CodeStorageError) {
        let mail = charges.mail
        _ = try change(account, .known(charges.account), in: storage, at: now) { $0.refund(mail) }
        if let known = charges.address, let address = bucket(ofAddress: account) {
            _ = try change(address, .known(known), in: storage, at: now) { $0.refund(mail) }
        }
        if let hour = charges.hour { try storage.remove(keys.mark([mail]), from: hour) }
    }

    /// Counts a mail of the deployment in this hour of the clock. Several items share the count, so that no item takes
    /// every write; a mail whose first item is full tries a second one.
    ///
    /// Requests that cannot be mailed have their own count of the same size, so that made-up names cannot use up the
    /// users' mails.
    /// - Returns: the item that has counted the mail; nil if the hour is used up.
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
