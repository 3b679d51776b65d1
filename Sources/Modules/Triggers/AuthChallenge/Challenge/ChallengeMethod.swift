internal import LambdaRuntime
internal import Passkeys
internal import Primitives
internal import SignInRules

/// Makes the challenges of one kind, for Create.
///
/// A new kind of challenge is a type for each of these two protocols, one case of `FlowStep`, and one case for each
/// function in `SignInConfiguration.swift`. `SIGN_IN_FLOW` names the kinds that are used.
protocol ChallengeIssuer {
    /// Makes the challenge of a round.
    /// - Throws: `FunctionError` when the round cannot take place at all, for reasons that have nothing to do with the
    ///   user.
    func challenge(in round: Round) throws(FunctionError) -> RoundChallenge
}

/// Judges the answers to the challenges of one kind, for Verify.
protocol AnswerJudge {
    /// Judges an answer. The trigger makes every answer of an unknown user wrong that is not merely `passed`.
    /// - Parameter parameters: what the round's challenge kept.
    /// - Throws: `FunctionError` if the answer cannot be judged. Such an answer is never right.
    func judge(
        _ answer: String, parameters: RoundParameters, in round: Round
    ) throws(FunctionError) -> AnswerVerdict
}

/// The function that reads a method's settings: Create issues challenges, Verify judges answers.
enum ChallengeFunction {
    case create, verify
}

/// What a function does in each step of a flow, in the order of the steps: Create issues challenges, Verify judges the
/// answers.
struct FlowMethods<Method> {
    /// A step and its method.
    typealias Step = (step: FlowStep, method: Method)

    /// The steps in their order.
    let steps: [Step]
    /// The flow, with the password if it begins with it.
    let flow: SignInFlow

    /// Makes the method of each step of a flow.
    init(_ flow: SignInFlow, _ make: (FlowStep) throws(FunctionError) -> Method) throws(FunctionError) {
        var steps: [Step] = []
        for step in flow.steps { steps.append((step, try make(step))) }
        (self.steps, self.flow) = (steps, flow)
    }

    /// The method of a step; nil if the flow does not have the step.
    subscript(step: FlowStep) -> Method? { steps.first { $0.step == step }?.method }
}

/// The challenge of a round, to be handed out.
struct RoundChallenge: Equatable, Sendable {
    /// What the app sees. It never holds a code, a digest of a code or an unmasked address.
    var publicParameters: [String: String]
    /// What Verify of the same round gets.
    var privateParameters: RoundParameters
    /// What Create sees of this round in the next ones, after the step's name. It is short, because Cognito's session
    /// carries it, and it holds no secret.
    var metadata: String? = nil
    /// One word for the metrics.
    var outcome = "issued"
}

/// What an answer is worth.
enum AnswerVerdict: Equatable, Sendable {
    /// It proves who the user is, by that method.
    case right(VerificationMethod)
    /// It passes the step but does not prove who the user is. It is worth the same for an unknown user.
    case passed
    /// It does not pass the step.
    case wrong(Refusal)
    /// It does not pass the step: it is a passkey's assertion that is refused.
    case refusedPasskey(RefusedPasskey)
}

/// Recognizes text that cannot be a token, before a service is asked about it.
enum TokenText {
    /// Whether an answer has a bounded length and only characters that tokens are made of.
    static func isPlausible(_ answer: String) -> Bool { isBounded(answer) && BearerToken.isValid(answer) }

    /// Whether an answer is not empty, and no longer than any token or passkey's assertion.
    static func isBounded(_ answer: String) -> Bool { 1...8192 ~= answer.utf8.count }
}
