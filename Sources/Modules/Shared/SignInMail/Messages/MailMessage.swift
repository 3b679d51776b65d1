/// Every mail that a user can get. None of them holds a link, a token or a user's id.
package enum MailMessage: Equatable, Sendable {
    /// A code with which the user signs in.
    case signInCode(MailedCode)
    /// A code which proves that the address is the user's, so that codes can be sent to it from now on.
    case addressCode(MailedCode)
    /// The account has its first passkey.
    case firstPasskeyAdded(PasskeyLabel)
    /// The account has a further passkey, besides the others.
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
    /// For how long it can be used, in seconds.
    package let lifetime: Int64

    /// A code with those parts.
    package init(_ text: String, _ form: Form = .digits, lifetime: Int64) {
        self.text = text
        self.form = form
        self.lifetime = lifetime
    }

    /// For how long it can be used, in whole minutes.
    var minutes: Int64 { max(1, lifetime / 60) }
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
