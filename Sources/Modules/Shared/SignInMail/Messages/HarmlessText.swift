/// Text by strangers, made fit for a mail.
enum HarmlessText {
    /// The text in one line without markup, control characters and whatever mail programs make links of; nil if nothing
    /// is left. The rest is cut after 64 Unicode scalars.
    static func of(_ text: String) -> String? {
        var kept = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(1_024) where kept.count < longest {
            if isHarmless(scalar) {
                kept.append(scalar)
            } else if let last = kept.last, last != " " {
                kept.append(" ")
            }
        }
        if kept.last == " " { kept.removeLast() }
        return kept.isEmpty ? nil : String(kept)
    }

    private static let longest = 64

    private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case 0x00...0x7F: "-()+,_#".unicodeScalars.contains(scalar)
        // Controls, line ends, invisible characters, and marks of the writing direction.
        case 0x80...0xA0, 0xAD, 0x61C, 0x180E, 0x2000...0x200F, 0x2028...0x202F, 0x205F...0x206F, 0xFE00...0xFE0F,
            0xFEFF, 0xFFF0...0xFFFF, 0xE0000...0xE0FFF:
            false
        // What stands for a full stop, a colon, a slash or an at sign in other scripts' addresses.
        case 0x2024, 0x2044, 0x2215, 0x3002, 0xFE52, 0xFE55, 0xFE6B, 0xFF0E, 0xFF0F, 0xFF1A, 0xFF20, 0xFF61: false
        default: true
        }
    }
}
