/// The state of a tracked action, by Authsignal's names. An open set.
package struct ActionState: RawRepresentable, Hashable, Sendable {
    /// Authsignal's name, such as `CHALLENGE_REQUIRED`.
    package let rawValue: String

    /// A state of that name.
    package init(rawValue: String) { self.rawValue = rawValue }

    /// The only state that proves a factor was presented. `ALLOW` says that none was asked for.
    package static let challengeSucceeded = ActionState(rawValue: "CHALLENGE_SUCCEEDED")
    /// A rule of the tenant forbids the action.
    package static let block = ActionState(rawValue: "BLOCK")

    /// Whether a person or a rule of the tenant stands in the way: `BLOCK` and every `REVIEW_…` but a passed one.
    package var isHeld: Bool {
        self == .block || rawValue.hasPrefix("REVIEW_") && rawValue != "REVIEW_SUCCEEDED"
    }
}
