/// UUIDs as text (RFC 9562 section 4).
package enum UUIDText {
    private static let digits = Array("0123456789abcdef".utf8)

    /// A version 4 UUID made of 16 bytes. The version and the variant replace six of their bits.
    package static func version4(_ bytes: [UInt8]) -> String {
        var bytes = bytes
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        return text(of: bytes)
    }

    /// The UUID of 16 bytes in its lower-case form.
    package static func text(of bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(36)
        for (index, byte) in bytes.enumerated() {
            if [4, 6, 8, 10].contains(index) { text.append(UInt8(ascii: "-")) }
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The 16 bytes of a UUID in its lower-case form; nil for anything else.
    package static func bytes(_ text: String) -> [UInt8]? {
        let groups = text.split(separator: "-", omittingEmptySubsequences: false)
        guard groups.map(\.utf8.count) == [8, 4, 4, 4, 12] else { return nil }
        let digits = Array(groups.joined().utf8)
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = lowerCaseValue(digits[index]), let low = lowerCaseValue(digits[index + 1]) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private static func lowerCaseValue(_ digit: UInt8) -> UInt8? {
        digit.isASCIIUppercase ? nil : digit.hexadecimalValue
    }
}
