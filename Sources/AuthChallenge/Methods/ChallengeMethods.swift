internal import CognitoTriggers
internal import LambdaRuntime

/// The challenge methods of a flow, in the order of its steps.
package struct ChallengeMethods {
    /// A method by the name under which parameters and metadata know it.
    package typealias Named = (name: String, method: any ChallengeMethod)

    /// Makes a method as the environment configures it.
    typealias Maker = @Sendable (Services, Log) throws(FunctionError) -> any ChallengeMethod

    /// Every method this product knows. A new method is one line here.
    static let registered: [String: Maker] = [
        ResultTokenMethod.name: { (services, log) throws(FunctionError) in try ResultTokenMethod(services, log) }
    ]

    /// The steps of the flow, by the names of their methods.
    static let flow = [ResultTokenMethod.name]

    private let steps: [Named]

    /// The methods of a flow with those steps.
    package init(_ steps: [Named]) { self.steps = steps }

    /// The methods of the flow, made as the environment configures them.
    init(_ services: Services, _ log: Log) throws(FunctionError) {
        var steps: [Named] = []
        for name in Self.flow {
            guard let make = Self.registered[name] else { throw .hidden(.internalError, "no method \(name)") }
            steps.append((name: name, method: try make(services, log)))
        }
        self.steps = steps
    }

    /// The method of the flow that has that name.
    subscript(name: String) -> (any ChallengeMethod)? { steps.first { $0.name == name }?.method }

    /// The method of the round that follows a session: that of the first step not passed yet; nil when all are.
    func next(after session: [ChallengeResult]) -> Named? {
        let passed = session.count { $0.challengeName == ChallengeResult.customChallenge && $0.challengeResult }
        return passed < steps.count ? steps[passed] : nil
    }
}
