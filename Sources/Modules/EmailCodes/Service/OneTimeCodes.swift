private import Primitives

/// Codes that are sent by mail, and their limits.
///
/// A short code counts in the session that asked for it and nowhere else, with few guesses. Mails come out of buckets.
/// The last mail that an account's bucket admits carries a code of 80 bits, and so does every mail after many wrong
/// answers in a row. Every session of the account may answer with that code while it lives, and no guesses at it are
/// counted. So nobody can shut the owner of a mailbox out by asking or guessing.
package struct OneTimeCodes: Sendable {
    /// The figures.
    package let rules: CodeRules
    let keys: CodeKeys

    /// Codes with those rules and keys.
    package init(_ rules: CodeRules, _ keys: CodeKeys) {
        self.rules = rules
        self.keys = keys
    }

    /// A ticket for a code that was issued before.
    /// - Returns: nil if the code was made with a key that is not known.
    package func ticket(
        session: String, code: String, issuedAt: Int64, state: CodeTicket.State, for account: CodeAccount
    ) -> CodeTicket? {
        keys.key(of: code).map { key in
            ticket(session: session, code: code, issuedAt: issuedAt, state: state, for: account, key)
        }
    }

    /// A ticket with its authentication code.
    func ticket(
        session: String, code: String, issuedAt: Int64, state: CodeTicket.State, for account: CodeAccount,
        _ key: CodeKey
    ) -> CodeTicket {
        func ticket(_ authenticationCode: String) -> CodeTicket {
            CodeTicket(
                session: session, code: code, issuedAt: issuedAt, expiresAt: issuedAt + rules.lifetime(state),
                state: state,
                authenticationCode: authenticationCode)
        }
        let digits = key.digits(of: code, for: account, count: rules.digits)
        return ticket(key.authenticationCode(of: digits, ticket(""), account))
    }

    // MARK: Keys of the storage

    /// The bucket of an account's mails.
    func bucket(of account: CodeAccount) -> String { keys.item("mails", [account.id]) }

    /// The bucket of an address, which every account that has not verified it shares. Nil for the others: an account's
    /// own bucket is limit enough for mails that nobody else can cause.
    func addressBucket(of account: CodeAccount) -> String? {
        guard let address = account.address, !account.isAddressVerified else { return nil }
        return keys.item("address", [String(decoding: EmailAddress.folded(address), as: UTF8.self)])
    }

    /// The wrong answers of an account.
    func wrongAnswers(of account: CodeAccount) -> String { keys.item("wrong", [account.id]) }

    /// The uses of an account's codes at a client.
    func uses(of account: CodeAccount) -> String { keys.item("used", [account.id, account.client]) }

    /// A long code of an account.
    func long(_ characters: String, of account: CodeAccount) -> String {
        keys.item("long", [account.id, account.address ?? "", characters])
    }

    /// A request that may be repeated.
    func launch(_ repetition: String, of account: CodeAccount) -> String {
        keys.item("launch", [account.id, account.client, account.address ?? "", repetition])
    }
}
