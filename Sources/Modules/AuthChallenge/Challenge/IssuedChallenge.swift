/// A challenge to hand out.
package struct IssuedChallenge: Equatable, Sendable {
    /// What the app gets to see: strings, and never a code, a digest of one or an unmasked address.
    package var publicParameters: [String: String]
    /// What Verify of the same round gets.
    package var privateParameters: [String: String]
    /// What the next rounds' Create gets to see of this one, behind the method's name; short, since Cognito's session
    /// carries it, and nothing secret.
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
