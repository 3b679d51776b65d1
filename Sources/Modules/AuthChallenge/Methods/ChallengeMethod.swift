package import LambdaRuntime

/// One way of proving who one is in a round of custom challenge.
///
/// Create chooses the method and writes its name into the private parameters; Verify takes it from there and from
/// nowhere else. A new method is one type that conforms to this protocol and one line in `ChallengeMethods.registered`;
/// `SIGN_IN_FLOW` names those that are used.
package protocol ChallengeMethod {
    /// Makes the challenge of a round.
    /// - Throws: `FunctionError` when the round cannot take place at all, for reasons that have nothing to do with the
    ///   user.
    func challenge(in round: Round) throws(FunctionError) -> IssuedChallenge

    /// Judges an answer.
    /// - Parameter parameters: what `challenge(in:)` kept for this round.
    /// - Throws: `FunctionError` when no judgement is possible, which is never a right answer.
    func judge(
        _ answer: String, parameters: [String: String], in round: Round
    ) throws(FunctionError) -> Verdict
}

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
