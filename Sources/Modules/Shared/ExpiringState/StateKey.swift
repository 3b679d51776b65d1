/// The key of an item of the state table: a word for its kind, and a digest of what identifies it among its kind. No
/// name, address, token or code is in it.
package struct StateKey: Hashable, Sendable {
    /// Everything that a deployment keeps in its state table.
    package enum Kind: String, CaseIterable, Sendable {
        // Emailed codes (the module `EmailCodes`).
        /// An account's mails, codes under way and wrong answers.
        case account
        /// The mails to an address that accounts cause which have not verified it.
        case address
        /// The mails that one network causes.
        case network
        /// The requests and answers of a round at the authenticator.
        case round
        /// The answers of a session for which no code is under way.
        case answers
        /// A part of the deployment's mails of an hour.
        case mails
        /// A part of the hour's requests for those who can get no mail.
        case strangers

        // What is used once (`StateTable.consume`).
        /// A proof of a passkey or a mailbox.
        case proof
        /// A solved CAPTCHA.
        case captcha

        // The authenticator's own.
        /// A used challenge.
        case challenge
    }

    /// The item's kind.
    package let kind: Kind
    /// The item's key as it stands in the table.
    package let pk: String

    /// The key of an item of that kind.
    package init(_ kind: Kind, digest: String) {
        self.kind = kind
        pk = kind.rawValue + "#" + digest
    }
}
