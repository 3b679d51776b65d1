/// How addresses are compared.
package enum EmailAddress {
    /// An address with its ASCII letters in lower case and everything else unchanged. Unicode's own case mapping and
    /// equivalence would treat different mailboxes as equal, such as one with a Kelvin sign instead of a k.
    package static func folded(_ address: String) -> [UInt8] { address.utf8.map(\.asciiLowercased) }
}
