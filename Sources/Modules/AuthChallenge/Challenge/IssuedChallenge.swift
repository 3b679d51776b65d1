/// A challenge to hand out.
package struct IssuedChallenge: Equatable, Sendable {
    /// What the app sees. It never holds a code, a digest of a code or an unmasked address.
    package var publicParameters: [String: String]
    /// What Verify of the same round gets.
    package var privateParameters: [String: String]
    /// What Create sees of this round in the next ones, after the method's name. It is short, because Cognito's session
    /// carries it, and it holds no secret.
    package var metadata: String?
    /// One word for the metrics.
    package var outcome: String

    /// A challenge with those parts.
    package init(
        publicParameters: [String: String], privateParameters: [String: String], metadata: String? = nil,
        outcome: String = "issued"
    ) {
        self.publicParameters = publicParameters
        self.privateParameters = privateParameters
        self.metadata = metadata
        self.outcome = outcome
    }
}
