internal import CognitoTriggers

/// How far a session has come in the custom challenges of a flow. Define and Create walk its rows with the same eyes.
struct FlowPosition {
    private let steps: [String]
    /// How many steps have been passed.
    private(set) var passed = 0
    /// The wrong answers to the step that is due; those to steps before it no longer count.
    private(set) var wrongAnswers = 0

    /// The start of those steps.
    init(_ steps: [String]) { self.steps = steps }

    /// Whether every step has been passed.
    var isComplete: Bool { passed == steps.count }

    /// Takes the next answered custom challenge of the session.
    /// - Returns: false when it is none of the step that was due, which no honest session comes to.
    mutating func take(_ row: ChallengeResult) -> Bool {
        guard !isComplete, isOfStepDue(row) else { return false }
        if row.challengeResult {
            passed += 1
            wrongAnswers = 0
        } else {
            wrongAnswers += 1
        }
        return true
    }

    /// Create begins its note with the step's name. Where the flow has one step alone, a row that lost its note cannot
    /// be another's.
    private func isOfStepDue(_ row: ChallengeResult) -> Bool {
        guard let note = row.challengeMetadata else { return steps.count == 1 }
        return note.prefix { $0 != " " } == steps[passed]
    }
}
