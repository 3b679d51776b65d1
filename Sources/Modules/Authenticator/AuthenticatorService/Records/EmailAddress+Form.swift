internal import Primitives

/// The form of email addresses that the service accepts.
extension EmailAddress {
    /// The longest address allowed, in bytes (RFC 5321 section 4.5.3.1.3).
    static let maximumLength = 254

    /// Whether a text has the form of one address: a local part, one `@` and a domain of at least two labels. The text
    /// must not contain characters that could end or split the address in a mail header.
    static func isValid(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard parts.count == 2, 1...64 ~= parts[0].count else { return false }
        let forbidden = (0...0x20) + [0x7F] + Array(#",;:<>()[]"\"#.utf8)
        guard text.utf8.allSatisfy({ !forbidden.contains($0) }) else { return false }
        let labels = parts[1].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return labels.count >= 2 && labels.allSatisfy { !$0.isEmpty }
    }

    /// An address that shows only its first character and its domain.
    static func masked(_ address: String) -> String {
        let domain = address.drop { $0 != "@" }
        return "\(address.first.map(String.init) ?? "")****\(domain)"
    }

    /// Whether two addresses are equal, ignoring the case of ASCII letters.
    static func areEqual(_ left: String, _ right: String) -> Bool {
        EmailAddress.folded(left) == EmailAddress.folded(right)
    }
}
