private import Primitives

extension JSONParser {
    /// Reads a string and checks its UTF-8 (RFC 3629) and its escapes.
    mutating func parseString() throws(JSONError) {
        let start = position
        var hasEscapes = false
        position += 1
        while true {
            skipPlainCharacters()
            let byte = try peek()
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                append(.string, hasEscapes: hasEscapes, from: start)
                return
            case UInt8(ascii: "\\"):
                hasEscapes = true
                try parseEscape()
            case 0x00..<0x20: throw .controlCharacter(offset: position)
            case 0x20..<0x80: position += 1
            default: try parseMultibyteCharacter(lead: byte)
            }
        }
    }

    /// Skips the characters that need no further check. Most strings consist only of them.
    private mutating func skipPlainCharacters() {
        var index = position
        let count = bytes.count
        while index < count {
            let byte = bytes[index]
            guard byte >= 0x20, byte < 0x80, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") else { break }
            index += 1
        }
        position = index
    }

    private mutating func parseEscape() throws(JSONError) {
        let start = position
        position += 1
        switch try peek() {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            position += 1
        case UInt8(ascii: "u"):
            position += 1
            let unit = try parseCodeUnit(escapeAt: start)
            switch unit {
            case 0xD800..<0xDC00: try parseLowSurrogate(highAt: start)
            case 0xDC00..<0xE000: throw .loneSurrogate(offset: start)
            default: break
            }
        default: throw .invalidEscape(offset: start)
        }
    }

    private mutating func parseLowSurrogate(highAt start: Int) throws(JSONError) {
        guard bytes[position...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) else {
            throw .loneSurrogate(offset: start)
        }
        position += 2
        guard case 0xDC00..<0xE000 = try parseCodeUnit(escapeAt: start) else { throw .loneSurrogate(offset: start) }
    }

    private mutating func parseCodeUnit(escapeAt start: Int) throws(JSONError) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = try peek().hexadecimalValue else { throw .invalidEscape(offset: start) }
            unit = unit << 4 | UInt32(digit)
            position += 1
        }
        return unit
    }

    /// Reads a character of two to four bytes. The second byte's range is narrower after some first bytes. This refuses
    /// overlong forms, surrogates and values beyond U+10FFFF (RFC 3629 section 4).
    private mutating func parseMultibyteCharacter(lead: UInt8) throws(JSONError) {
        let start = position
        let second: ClosedRange<UInt8>
        let length: Int
        switch lead {
        case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: throw .invalidUTF8(offset: start)
        }
        guard start + length <= bytes.count, second.contains(bytes[start + 1]),
            bytes[start + 2..<start + length].allSatisfy({ $0 & 0xC0 == 0x80 })
        else { throw .invalidUTF8(offset: start) }
        position += length
    }
}
