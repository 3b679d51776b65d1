/// How far a session has come in the custom challenges of a flow. Define and Create read its rows by the same rules.
package struct FlowPosition {
    private let steps: [String]
    /// How many steps have been passed.
    package private(set) var passed = 0
    /// The wrong answers to the step that is due; those to steps before it no longer count.
    package private(set) var wrongAnswers = 0

    /// The position before the first of those steps.
    package init(_ steps: [String]) { self.steps = steps }

    /// Whether every step has been passed.
    package var isComplete: Bool { passed == steps.count }

    /// Takes the next answered custom challenge of the session.
    ///
    /// - Parameters:
    ///   - step: the step that its note names. A row without a note is not of this flow: the functions that were attached
    ///     before, when the session began, may have judged it.
    ///   - isRight: whether the answer was right.
    /// - Returns: false if it does not belong to the step that is due, which never happens in an honest session.
    package mutating func take(_ step: String?, isRight: Bool) -> Bool {
        guard !isComplete, step == steps[passed] else { return false }
        if isRight {
            passed += 1
            wrongAnswers = 0
        } else {
            wrongAnswers += 1
        }
        return true
    }
}
