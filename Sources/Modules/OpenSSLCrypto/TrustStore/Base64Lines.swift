/// Decodes the base64 lines of one PEM block: whole groups of four characters, padding only at the end.
struct Base64Lines {
    private var isPadded = false

    /// RFC 7468 section 2 has 64 characters in a line, and MIME 76.
    private static let longestLine = 76

    /// The value of each character; 255 for one that is not in the alphabet.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 0xFF, count: 256)
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        for (value, character) in alphabet.utf8.enumerated() { values[Int(character)] = UInt8(value) }
        return values
    }()

    /// Writes the bytes of a line.
    /// - Parameter bytes: has room for three bytes for each four characters.
    /// - Returns: their number; nil if the line has any other form.
    mutating func decode(
        _ line: UnsafeBufferPointer<UInt8>, into bytes: UnsafeMutableBufferPointer<UInt8>
    ) -> Int? {
        guard !isPadded, 1...Self.longestLine ~= line.count, line.count.isMultiple(of: 4) else { return nil }
        let padding = unsafe line.suffix(2).count { $0 == UInt8(ascii: "=") }
        isPadded = padding > 0
        return unsafe Self.values.withUnsafeBufferPointer { values in
            var (group, seen) = (UInt32(0), UInt8(0))
            var (bits, written) = (0, 0)
            for index in 0..<line.count - padding {
                let value = unsafe values[Int(line[index])]
                seen |= value
                group = group << 6 | UInt32(value)
                bits += 6
                guard bits >= 8 else { continue }
                bits -= 8
                unsafe bytes[written] = UInt8(truncatingIfNeeded: group >> UInt32(bits))
                written += 1
            }
            return seen & 0xC0 == 0 ? written : nil
        }
    }
}
