/// How addresses are compared and checked.
package enum EmailAddress {
    /// An address with its ASCII letters in lower case and everything else unchanged. Unicode's own case mapping and
    /// equivalence would treat different mailboxes as equal, such as one with a Kelvin sign instead of a k.
    package static func folded(_ address: String) -> [UInt8] { address.utf8.map(\.asciiLowercased) }

    /// Whether a mail addressed to this text goes to one address only: it holds no list, no name and no white space.
    package static func isOne(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty } && text.utf8.count <= 254
            && text.utf8.allSatisfy { 0x21...0x7E ~= $0 && !",;:<>()[]\\\"".utf8.contains($0) }
    }
}
