/// Decodes the base64 lines of one PEM block: whole groups of four characters, padding only at the end.
struct Base64Lines {
    private var isPadded = false

    /// RFC 7468 section 2 has 64 characters in a line, and MIME 76.
    private static let longestLine = 76
    private static let invalid: UInt8 = 0xFF

    /// The value of each character.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: invalid, count: 256)
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        for (value, character) in alphabet.utf8.enumerated() { values[Int(character)] = UInt8(value) }
        return values
    }()

    /// Appends the bytes of a line; false if it has any other form.
    mutating func decode(_ line: ArraySlice<UInt8>, into bytes: inout [UInt8]) -> Bool {
        guard !isPadded, 1...Self.longestLine ~= line.count, line.count.isMultiple(of: 4) else { return false }
        let text = line.dropLast(line.suffix(2).count { $0 == UInt8(ascii: "=") })
        isPadded = text.count < line.count
        let values = Self.values
        var (group, filled, seen) = (UInt32(0), 0, UInt8(0))
        for character in text {
            let value = values[Int(character)]
            seen |= value
            group = group << 6 | UInt32(value)
            filled += 6
            if filled >= 8 {
                filled -= 8
                bytes.append(UInt8(truncatingIfNeeded: group >> UInt32(filled)))
            }
        }
        return seen & 0xC0 == 0
    }
}
