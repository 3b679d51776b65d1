private import Primitives

/// What the app may show of the address that a code goes to (`MASKED_ADDRESS`).
enum MaskedAddress: String, CaseIterable {
    /// `***@***` for everybody. Where people sign in by another name than their address, any letter would tell which
    /// names exist: for an unknown name, nothing leads to the letters that a user's address would have.
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
        let parts = EmailAddress.folded(text).split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard parts.count == 2, let name = parts[0].first, let domain = parts[1].first, name < 0x80, domain < 0x80
        else { return nil }
        return of(name: name, domain: domain)
    }

    static func of(name: UInt8, domain: UInt8) -> String {
        String(decoding: [name] + Array("***@".utf8) + [domain] + Array("***".utf8), as: UTF8.self)
    }
}
