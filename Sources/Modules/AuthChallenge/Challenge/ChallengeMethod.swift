package import LambdaRuntime
internal import SignInRules

/// One kind of custom challenge: makes its challenges and judges the answers.
///
/// Create chooses the method and writes its name into the private parameters; Verify reads it only from there. A new
/// method is one type that conforms to this protocol, one line in `SignInStep.all` and one in
/// `ChallengeMethods.registered`. `SIGN_IN_FLOW` names the methods that are used.
package protocol ChallengeMethod {
    /// Makes the challenge of a round.
    /// - Throws: `FunctionError` when the round cannot take place at all, for reasons that have nothing to do with the
    ///   user.
    func challenge(in round: Round) throws(FunctionError) -> IssuedChallenge

    /// Judges an answer.
    /// - Parameter parameters: what `challenge(in:)` kept for this round.
    /// - Throws: `FunctionError` if the answer cannot be judged. Such an answer is never right.
    func judge(
        _ answer: String, parameters: [String: String], in round: Round
    ) throws(FunctionError) -> Verdict
}
