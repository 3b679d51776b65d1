/// One answered round of a sign-in, as the triggers see it in `session`.
package struct ChallengeRow: Equatable, Sendable {
    /// The challenge that was answered, such as `CUSTOM_CHALLENGE`.
    package let name: String
    /// Whether the answer was right.
    package let result: Bool
    /// The metadata that Create gave the round; nil if it gave none, or if the challenge is the service's own.
    package let metadata: String?

    /// An answered round.
    package init(name: String, result: Bool, metadata: String? = nil) {
        self.name = name
        self.result = result
        self.metadata = metadata
    }
}
