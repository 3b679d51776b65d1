private import Addresses
internal import ExpiringState

/// Codes that are sent by mail, and their limits.
///
/// A short code counts in the session that asked for it and nowhere else, with few guesses. It lives on when the
/// session asks for another one: the mail carries the same code again, or both count. Mails come out of buckets. The
/// last mail that an account's bucket admits carries a code of 80 bits, and so does every mail after many wrong answers
/// in a row. Every session of the account may answer with that code while it lives, and no guesses at it are counted.
/// So nobody can shut the owner of a mailbox out by asking or guessing.
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
    /// own bucket is limit enough for mails that nobody else can cause.
    func bucket(ofAddress account: CodeAccount) -> StateKey? {
        guard let address = account.address, !account.isAddressVerified else { return nil }
        return keys.item(.address, [String(decoding: EmailAddress.folded(address), as: UTF8.self)])
    }

    /// The mark of a client.
    func client(of account: CodeAccount) -> String { keys.mark(["client", account.client]) }
}
