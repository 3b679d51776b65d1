/// Every mail that a user can get. None of them holds a link, a token or a user's id.
package enum MailMessage: Equatable, Sendable {
    /// A code with which the user signs in.
    case signInCode(MailedCode)
    /// A code which proves that the address is the user's, so that codes can be sent to it from now on.
    case addressCode(MailedCode)
    /// The account has its first passkey.
    case firstPasskeyAdded(PasskeyLabel)
    /// The account has a further passkey.
    case passkeyAdded(PasskeyLabel, others: [PasskeyLabel])
    /// A passkey was removed.
    case passkeyRemoved(PasskeyLabel)
    /// The account has another address. This goes to the former one.
    case addressChanged
    /// An administrator removed all passkeys and other authenticators.
    case authenticatorsReset

    /// The code; nil for a notice.
    var code: MailedCode? {
        switch self {
        case .signInCode(let code), .addressCode(let code): code
        case .firstPasskeyAdded, .passkeyAdded, .passkeyRemoved, .addressChanged, .authenticatorsReset: nil
        }
    }

    /// What the log calls it.
    var logName: String { code == nil ? "notice" : "code" }
}

/// A code in a mail.
package struct MailedCode: Equatable, Sendable {
    /// How a code is used.
    package enum Form: Equatable, Sendable {
        /// Digits, which count only where they were asked for.
        case digits
        /// A code too long to guess, made for pasting, which counts in any sign-in to the account.
        case long
    }

    /// The code as the user reads it: digits, or groups such as `7K3M-Q2XR-05TA-HJ8W`.
    package let text: String
    /// How it is used.
    package let form: Form
    /// For how long it can be used from now on, in seconds.
    package let lifetime: Int64
    /// Whether an earlier mail has it too.
    package let isRepeated: Bool

    /// Makes a code.
    package init(_ text: String, _ form: Form = .digits, lifetime: Int64, isRepeated: Bool = false) {
        self.text = text
        self.form = form
        self.lifetime = lifetime
        self.isRepeated = isRepeated
    }

    /// For how long it can be used, in whole minutes; 0 for less than one.
    var minutes: Int64 { lifetime / 60 }
}

/// What tells a passkey from the user's others.
package struct PasskeyLabel: Equatable, Sendable {
    /// The passkey's name; nil if it has none.
    let name: String?
    /// Who keeps it, such as `iCloud Keychain`; nil if that is unknown.
    let provider: String?

    /// A label. Users and their devices choose these texts, so only what cannot be taken for markup or an address
    /// stays.
    package init(name: String?, provider: String?) {
        self.name = name.flatMap(HarmlessText.of)
        self.provider = provider.flatMap(HarmlessText.of)
    }

    /// Both in one line; nil if there is neither.
    var line: String? {
        guard let name else { return provider }
        guard let provider, provider != name else { return name }
        return "\(name) (\(provider))"
    }
}

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
