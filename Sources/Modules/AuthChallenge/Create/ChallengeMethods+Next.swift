internal import CognitoTriggers
internal import LambdaRuntime
private import SignInRules

extension ChallengeMethods {
    /// The step that the next round of a session belongs to, which is the first one not passed yet, and the round's
    /// number within that step, from 1.
    /// - Throws: `FunctionError` when every step has been passed, or when Define would not let such a session go on.
    func next(after session: [ChallengeResult]) throws(FunctionError) -> (step: Named, round: Int) {
        var position = FlowPosition(steps.map(\.name))
        for row in session where row.challengeName == ChallengeResult.customChallenge && !position.isComplete {
            guard position.take(row.note?.step, isRight: row.challengeResult) else {
                throw .hidden(.invalidEvent, "the session's steps are not in order")
            }
        }
        guard !position.isComplete else {
            throw .hidden(.invalidEvent, "a challenge is asked for after every step has been passed")
        }
        return (steps[position.passed], 1 + position.wrongAnswers)
    }
}
