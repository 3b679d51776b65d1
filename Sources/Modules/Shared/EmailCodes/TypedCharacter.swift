private import Primitives

/// A character of an answer, as the reader of codes sees it.
enum TypedCharacter: Equatable {
    /// An ASCII digit or letter, or its equivalent in another script or width.
    case character(UInt8)
    /// A dash or minus sign.
    case dash
    /// White space.
    case space
    /// Any other visible character.
    case other

    /// The characters of a text without the invisible ones.
    static func text(_ answer: String) -> [TypedCharacter] {
        var text: [TypedCharacter] = []
        for scalar in answer.unicodeScalars {
            guard let character = TypedCharacter(scalar) else { continue }
            if !isMark(scalar) {
                text.append(character)
            } else if let last = text.last, last.isLetter {
                // An accent makes another letter. A mark around a digit, such as a keycap, is ignored.
                text[text.count - 1] = .other
            }
        }
        return text
    }

    /// Nil for an invisible character.
    private init?(_ scalar: Unicode.Scalar) {
        let properties = scalar.properties
        if properties.numericType == .decimal, let number = properties.numericValue {
            self = .character(UInt8(ascii: "0") + UInt8(number))
        } else if let letter = Self.letter(scalar) {
            self = .character(letter)
        } else if properties.isWhitespace || Self.isBlank(scalar) {
            self = .space
        } else if properties.isDash || Self.isLikeADash(scalar) {
            self = .dash
        } else if properties.isDefaultIgnorableCodePoint || Self.isInvisible(properties.generalCategory) {
            return nil
        } else {
            self = .other
        }
    }

    /// The digit or letter; nil for other characters.
    var character: UInt8? { if case .character(let character) = self { character } else { nil } }

    var isDigit: Bool { character?.isASCIIDigit ?? false }
    var isLetter: Bool { character.map { !$0.isASCIIDigit } ?? false }

    /// An ASCII letter, of usual or full width.
    private static func letter(_ scalar: Unicode.Scalar) -> UInt8? {
        let value = 0xFF01...0xFF5E ~= scalar.value ? scalar.value - 0xFEE0 : scalar.value
        guard let letter = UInt8(exactly: value), letter.isASCIILetter else { return nil }
        return letter
    }

    private static func isInvisible(_ category: Unicode.GeneralCategory) -> Bool {
        category == .format || category == .control
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }

    /// A character that looks blank but is not white space: the empty Braille pattern.
    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == "\u{2800}" }

    /// Characters that people type as a dash: the modifier letter, the bullet, the heavy minus sign, and a Japanese
    /// keyboard's sign for long vowels.
    private static func isLikeADash(_ scalar: Unicode.Scalar) -> Bool {
        ["\u{2D7}", "\u{2043}", "\u{2796}", "\u{30FC}", "\u{FF70}"].contains(scalar)
    }
}
