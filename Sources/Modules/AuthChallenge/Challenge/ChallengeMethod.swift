package import LambdaRuntime
internal import SignInRules

/// One way of proving who one is in a round of custom challenge.
///
/// Create chooses the method and writes its name into the private parameters; Verify takes it from there and from
/// nowhere else. A new method is one type that conforms to this protocol, one line in `SignInStep.all` and one in
/// `ChallengeMethods.registered`. `SIGN_IN_FLOW` names those that are used.
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
