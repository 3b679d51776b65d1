private import Primitives

/// An address that a mail can be sent to: one local part and one domain, and neither a list nor a name.
package struct EmailAddress: Equatable, Sendable {
    /// The address as Amazon SES takes it. The local part is as it was; a domain that is not ASCII is encoded.
    package let text: String

    /// The longest address, in bytes (RFC 5321 section 4.5.3.1.3).
    package static let maximumLength = 254

    /// Reads an address as people and pools write it.
    package init(_ text: String) throws(EmailAddressError) {
        guard let (local, domain) = Self.parts(of: text) else { throw .notOneAddress }
        guard local.unicodeScalars.allSatisfy(\.isASCII) else { throw .localPart }
        guard let encoded = DomainName.encoded(domain) else { throw .domain }
        // What is ASCII goes out as it was written.
        let address = text.unicodeScalars.allSatisfy(\.isASCII) ? text : "\(local)@\(encoded)"
        guard address.utf8.count <= Self.maximumLength else { throw .domain }
        self.text = address
    }

    /// The local part and the domain, if no header of a mail could read more or less than one address in the text.
    private static func parts(of text: String) -> (local: Substring, domain: Substring)? {
        let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard parts.count == 2, 1...64 ~= parts[0].count, text.utf8.count <= maximumLength,
            text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F && !",;:<>()[]\\\"".utf8.contains($0) })
        else { return nil }
        let labels = parts[1].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard labels.count >= 2, labels.allSatisfy({ !$0.isEmpty }) else { return nil }
        return (Substring(parts[0]), Substring(parts[1]))
    }
}

/// Why no mail can be sent to a text.
package enum EmailAddressError: Error, Equatable, Sendable {
    /// It is no address, or could be read as several.
    case notOneAddress
    /// The local part is not ASCII.
    case localPart
    /// The domain cannot be encoded, or is too long.
    case domain
}

extension EmailAddressError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notOneAddress: "the user's address does not have the form of one address"
        case .localPart: "the user's address is not ASCII before the @, and Amazon SES takes no other"
        case .domain: "the domain of the user's address cannot be encoded without doubt"
        }
    }
}

extension EmailAddress {
    /// Any text in the form in which addresses are compared: an encoded domain, and ASCII letters in lower case. A text
    /// whose domain cannot be encoded stays as it is otherwise.
    ///
    /// In a local part, Unicode's own case mapping and equivalence would treat different mailboxes as equal, such as
    /// one with a Kelvin sign instead of a k.
    package static func folded(_ address: String) -> [UInt8] {
        let text = address.utf8
        guard let at = text.lastIndex(of: UInt8(ascii: "@")),
            let domain = DomainName.encoded(address[text.index(after: at)...])
        else { return text.map(\.asciiLowercased) }
        return text[...at].map(\.asciiLowercased) + domain.utf8
    }

    /// Whether two texts are one address.
    package static func areEqual(_ left: String, _ right: String) -> Bool { folded(left) == folded(right) }
}
