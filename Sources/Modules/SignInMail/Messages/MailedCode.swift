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
