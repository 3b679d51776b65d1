/// One answered round of a sign-in, as the triggers see it in `session`.
package struct ChallengeRow: Equatable, Sendable {
    /// Which challenge was answered, such as `CUSTOM_CHALLENGE`.
    package let name: String
    /// Whether the answer was right.
    package let result: Bool
    /// What Create noted about the round; nil where it noted nothing and for challenges of the service's own.
    package let metadata: String?

    /// A round.
    package init(name: String, result: Bool, metadata: String? = nil) {
        self.name = name
        self.result = result
        self.metadata = metadata
    }
}
