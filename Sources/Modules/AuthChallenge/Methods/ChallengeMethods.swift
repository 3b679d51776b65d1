internal import CognitoTriggers
internal import LambdaRuntime

/// The challenge methods of a flow, in the order of its steps.
package struct ChallengeMethods {
    /// A method by the name under which parameters and metadata know it.
    package typealias Named = (name: String, method: any ChallengeMethod)

    /// Every method this product knows. A new method is one line here.
    package static let registered: [String: Registration] = [
        ResultTokenMethod.name: Registration(provesIdentity: true, ResultTokenMethod.init),
        EmailOTPMethod.name: Registration(provesIdentity: true, EmailOTPMethod.init),
        CaptchaMethod.name: Registration(provesIdentity: false, CaptchaMethod.init),
    ]

    private let steps: [Named]

    /// The methods of a flow with those steps.
    package init(_ steps: [Named]) { self.steps = steps }

    /// The methods of the flow, made as the environment configures them for a function's part.
    init(_ services: Services, for part: Part, _ log: Log) throws(FunctionError) {
        var steps: [Named] = []
        for name in try SignInFlow(services.settings).steps {
            guard let registration = Self.registered[name] else { throw .hidden(.internalError, "no method \(name)") }
            steps.append((name: name, method: try registration.make(services, part, log)))
        }
        self.steps = steps
    }

    /// The method of the flow that has that name.
    subscript(name: String) -> (any ChallengeMethod)? { steps.first { $0.name == name }?.method }

    /// The method of the round that follows a session, which is that of the first step not passed yet, and the round's
    /// number among those of its step, from 1.
    /// - Throws: `FunctionError` when every step has been passed, or when the session is none that Define lets through.
    func next(after session: [ChallengeResult]) throws(FunctionError) -> (step: Named, round: Int) {
        var position = FlowPosition(steps.map(\.name))
        for row in session where row.challengeName == ChallengeResult.customChallenge && !position.isComplete {
            guard position.take(row) else { throw .hidden(.invalidEvent, "the session's steps are not in order") }
        }
        guard !position.isComplete else {
            throw .hidden(.invalidEvent, "a challenge is asked for after every step has been passed")
        }
        return (steps[position.passed], 1 + position.wrongAnswers)
    }
}
