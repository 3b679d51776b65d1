private import Addresses
private import CognitoTriggers
internal import EmailCodes
private import Primitives

/// Whom a code is for: a user, or a stand-in for a user that Cognito does not know.
struct CodeRecipient {
    /// Where the code goes: to the address that Cognito has now, if there is one.
    let destination: CodeDestination
    /// The account as the limits know it.
    let account: CodeAccount
    /// The user's language and region as Cognito has them.
    let locale: String?
    /// The text that the mask is made of: the address in Cognito, or for an unknown user what the caller typed.
    private let shownName: String

    init(_ round: Round) {
        destination = round.account.map { CodeDestination(ofUser: $0.email) } ?? .unknownUser
        shownName = round.account?.email ?? round.userName
        locale = round.account?.locale
        let identity = round.account.map { "user " + $0.sub } ?? "name " + round.userName.lowercased()
        account = CodeAccount(
            id: "\(round.userPoolID) \(identity)", client: round.clientID ?? "",
            address: destination.address?.text,
            isAddressVerified: round.account?.isEmailVerified ?? false)
    }

    /// The masked address that the app may show. With letters, it does not depend on whether a mail can go there. If
    /// there is no address, the letters are made up. They are always the same for a name, even after the key of the
    /// codes has been replaced.
    func maskedAddress(_ mask: MaskedAddress, _ keys: CodeKeys) -> String {
        guard mask == .letters else { return MaskedAddress.withoutLetters }
        if let address = MaskedAddress.of(shownName) { return address }
        let letters = keys.lastingBytes("address", [account.id]).prefix(2).map { UInt8(ascii: "a") + $0 % 26 }
        return MaskedAddress.of(name: letters[0], domain: letters[1])
    }
}

/// What the app may show of the address that a code goes to (`MASKED_ADDRESS`).
enum MaskedAddress: String, CaseIterable {
    /// `***@***` for everybody. If people sign in with another name than their address, any letter would show which
    /// names exist: the letters of an address cannot be guessed for an unknown name.
    case constant
    /// `a***@e***`, the form that Cognito itself uses, for pools where people type their address. An unknown user then
    /// gets the letters that were typed.
    case letters

    static let variable = "MASKED_ADDRESS"

    /// The mask without letters.
    static let withoutLetters = "***@***"

    /// The mask of an address; nil if the text is not an address. It has no capital letters: they would show whether
    /// the address comes from the caller or from Cognito.
    static func of(_ text: String) -> String? {
        let parts = text.lowercased().utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        let characters: ClosedRange<UInt8> = 0x21...0x7E
        guard parts.count == 2, let name = parts[0].first, let domain = parts[1].first, characters ~= name,
            characters ~= domain
        else { return nil }
        return of(name: name, domain: domain)
    }

    static func of(name: UInt8, domain: UInt8) -> String {
        String(decoding: [name] + Array("***@".utf8) + [domain] + Array("***".utf8), as: UTF8.self)
    }
}
