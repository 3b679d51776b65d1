/// The bytes written as hexadecimal digits. White space is skipped; any other character ends the test run.
package func hex(_ text: String) -> [UInt8] {
    let digits = text.filter { !$0.isWhitespace }.map { character in
        guard let digit = character.hexDigitValue else { fatalError("not hexadecimal: \(text)") }
        return UInt8(digit)
    }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}
