internal import EmailCodes
private import Primitives

/// Whom a code is for: a user, or a stand-in for a user that Cognito does not know.
struct CodeRecipient {
    /// The account as the limits know it. Its address is the one that Cognito has now.
    let account: CodeAccount
    /// The user's language and region as Cognito has them.
    let locale: String?
    /// The pool's name for the user; for an unknown user what the caller typed.
    let typedName: String

    init(_ round: Round) {
        typedName = round.userName
        locale = round.account?.locale
        let identity = round.account.map { "user " + $0.sub } ?? "name " + round.userName.lowercased()
        account = CodeAccount(
            id: "\(round.userPoolID) \(identity)", client: round.clientID ?? "",
            address: round.account?.email.flatMap { EmailAddress.isOne($0) ? $0 : nil },
            isAddressVerified: round.account?.isEmailVerified ?? false, exists: round.account != nil)
    }

    /// The masked address that the app may show. With letters, a recipient without an address gets made-up ones, always
    /// the same for one name, also after the key of the codes has been replaced.
    func maskedAddress(_ mask: MaskedAddress, _ keys: CodeKeys) -> String {
        guard mask == .letters else { return MaskedAddress.withoutLetters }
        if let address = MaskedAddress.of(account.address ?? typedName) { return address }
        let letters = keys.lastingBytes("address", [account.id]).prefix(2).map { UInt8(ascii: "a") + $0 % 26 }
        return MaskedAddress.of(name: letters[0], domain: letters[1])
    }
}
