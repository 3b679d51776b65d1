/// How addresses are compared.
package enum EmailAddress {
    /// An address with its ASCII letters in lower case and everything else as it is. Unicode's own case mapping and
    /// equivalence would take some other mailboxes, such as one with a Kelvin sign for k, for the same.
    package static func folded(_ address: String) -> [UInt8] {
        address.utf8.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }
    }
}
