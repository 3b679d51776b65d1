private import Primitives

/// A label of a domain name that is not ASCII, before it is encoded.
enum InternationalLabel {
    /// Whether the label can be looked up as it stands (RFC 5891 section 5.4). Registries apply the rules for
    /// characters in a context and for the writing direction; no encoding depends on them. The joiners, which have such
    /// a rule, are refused altogether.
    /// - Parameter scalars: the label, with its ASCII letters in lower case.
    static func isValid(_ scalars: [Unicode.Scalar]) -> Bool {
        guard let first = scalars.first, !isMark(first), scalars.allSatisfy(isAllowed) else { return false }
        // Hyphens in the third and fourth place are kept for prefixes.
        return scalars.dropFirst(2).prefix(2) != ["-", "-"] && isNormalized(scalars)
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark: true
        default: false
        }
    }

    /// Whether a scalar may stand in a label (`PVALID` of RFC 5892 section 3): a letter, a mark or a digit that NFKC
    /// case folding leaves unchanged.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x7F:
            let byte = UInt8(ascii: scalar)
            return byte.isASCIILowercase || byte.isASCIIDigit || scalar == "-"
        // Exceptions, section 2.6. Two of them are what older rules mapped: `ß` is not `ss`, and `ς` is not `σ`.
        case 0xDF, 0x3C2, 0x6FD, 0x6FE, 0xF0B, 0x3007: return true
        case 0x640, 0x7FA, 0x302E, 0x302F, 0x3031...0x3035, 0x303B: return false
        // Marks of symbols and of notes, section 2.4, and old Hangul, section 2.9.
        case 0x20D0...0x20FF, 0x1D100...0x1D24F, 0x1100...0x11FF, 0xA960...0xA97F, 0xD7B0...0xD7FF: return false
        default:
            switch scalar.properties.generalCategory {
            case .lowercaseLetter, .uppercaseLetter, .modifierLetter, .otherLetter, .nonspacingMark, .spacingMark,
                .decimalNumber:
                return !scalar.properties.changesWhenNFKCCaseFolded
            default: return false
            }
        }
    }

    /// Whether the scalars are in Normalization Form C. Each of them must be in that form by itself.
    ///
    /// Texts are compared in that form, scalar by scalar. So a text continues a prefix unchanged if it stands between
    /// the prefix with the least scalar and the prefix with the greatest one, neither of which combines with anything.
    private static func isNormalized(_ scalars: [Unicode.Scalar]) -> Bool {
        var prefix = String.UnicodeScalarView()
        return scalars.allSatisfy { scalar in
            let (least, greatest) = (String(prefix + ["\0"]), String(prefix + ["\u{10FFFF}"]))
            prefix.append(scalar)
            let text = String(prefix)
            return least < text && text < greatest
        }
    }
}
