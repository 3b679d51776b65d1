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
