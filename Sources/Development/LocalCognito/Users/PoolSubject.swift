private import Primitives

/// A `sub` as newer user pools make it: a UUID whose version digit is 7 and whose variant digit is mostly `c` or `d`,
/// which is none of RFC 9562's.
enum PoolSubject {
    /// The `sub` made of 16 bytes.
    static func text(_ bytes: [UInt8]) -> String {
        var bytes = bytes
        bytes[6] = 0x70
        bytes[8] = bytes[8] & 0x1F | 0xC0
        return UUIDText.text(of: bytes)
    }
}
