private import Primitives

/// Whom a code is for: a user, or a stand-in for a user that Cognito does not know.
struct CodeRecipient {
    /// Identifies the recipient in everything that is derived or counted.
    let identity: String
    /// Where the code goes: only to the address that Cognito has now; nil if there is no usable address.
    let address: String?
    /// The user's language and region as Cognito has them.
    let locale: String?
    /// The pool's name for the user; for an unknown user what the caller typed.
    let typedName: String

    init(_ round: Round) {
        typedName = round.userName
        address = round.account?.email.flatMap { EmailAddress.isOne($0) ? $0 : nil }
        locale = round.account?.locale
        identity = round.account.map { "user " + $0.sub } ?? "name " + round.userName.lowercased()
    }
}
