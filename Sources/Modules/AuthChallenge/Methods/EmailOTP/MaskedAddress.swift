private import Primitives

/// An address as the app may show it: `a***@e***`, the form that Cognito itself uses.
enum MaskedAddress {
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
