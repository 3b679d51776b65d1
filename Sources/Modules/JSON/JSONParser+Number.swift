extension JSONParser {
    /// Reads a number as RFC 8259 section 6 defines it: no leading zero, no lone sign, point or exponent.
    mutating func parseNumber() throws(JSONError) {
        let start = position
        if bytes[position] == UInt8(ascii: "-") { position += 1 }
        if current == UInt8(ascii: "0") {
            position += 1
        } else {
            try parseDigits(from: start)
        }
        if current == UInt8(ascii: ".") {
            position += 1
            try parseDigits(from: start)
        }
        if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
            position += 1
            if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { position += 1 }
            try parseDigits(from: start)
        }
        if let current, isDigit(current) { throw .invalidNumber(offset: start) }
        append(.number, from: start)
    }

    private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func parseDigits(from start: Int) throws(JSONError) {
        guard let first = current, isDigit(first) else { throw .invalidNumber(offset: start) }
        while let digit = current, isDigit(digit) { position += 1 }
    }

    private func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") <= 9 }
}
