/// How a user proved who they are, under Authsignal's name. The set is open: new methods appear without notice.
package struct VerificationMethod: RawRepresentable, Hashable, Sendable {
    /// Authsignal's name, such as `PASSKEY`.
    package let rawValue: String

    /// A method of that name.
    package init(rawValue: String) { self.rawValue = rawValue }

    /// A passkey (WebAuthn).
    package static let passkey = VerificationMethod(rawValue: "PASSKEY")
    /// A one-time code sent by email.
    package static let emailOTP = VerificationMethod(rawValue: "EMAIL_OTP")
}

/// The state of a tracked action, under Authsignal's name. The set is open.
package struct ActionState: RawRepresentable, Hashable, Sendable {
    /// Authsignal's name, such as `CHALLENGE_REQUIRED`.
    package let rawValue: String

    /// A state of that name.
    package init(rawValue: String) { self.rawValue = rawValue }

    /// The only state that proves a factor was presented. `ALLOW` means that Authsignal asked for none.
    package static let challengeSucceeded = ActionState(rawValue: "CHALLENGE_SUCCEEDED")
    /// A rule of the tenant forbids the action.
    package static let block = ActionState(rawValue: "BLOCK")

    /// Whether a rule of the tenant or a reviewer holds the action: `BLOCK`, and every `REVIEW_…` except
    /// `REVIEW_SUCCEEDED`.
    package var isHeld: Bool {
        self == .block || rawValue.hasPrefix("REVIEW_") && rawValue != "REVIEW_SUCCEEDED"
    }
}

/// The codes that name actions at Authsignal and at the authenticator.
package enum ActionCode {
    /// Whether a text has Authsignal's form of an action code, `^[a-zA-Z0-9_-]{1,64}$`.
    package static func isValid(_ text: String) -> Bool {
        1...64 ~= text.utf8.count && text.utf8.allSatisfy(\.isASCIINameCharacter)
    }
}
