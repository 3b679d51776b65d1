package import FunctionServices
package import LambdaRuntime
internal import SignInRules

/// The challenge methods of a flow, in the order of its steps.
package struct ChallengeMethods {
    /// A method by the name under which parameters and metadata know it.
    package typealias Named = (name: String, method: any ChallengeMethod)

    /// Makes a method as the environment configures it, or refuses if it could not work safely.
    package typealias Maker = @Sendable (Services, MethodPart, Log) throws(FunctionError) -> any ChallengeMethod

    /// The method for each step in `SignInStep.all`. A new method is one line here and one there.
    package static let registered: [String: Maker] = [
        SignInStep.resultToken.name: ResultTokenMethod.init,
        SignInStep.emailOTP.name: EmailOTPMethod.init,
        SignInStep.captcha.name: CaptchaMethod.init,
    ]

    /// The methods in the order of the steps.
    let steps: [Named]
    /// The flow, with the password if it begins with it.
    let flow: SignInFlow

    /// The methods of a flow with those steps.
    package init(_ steps: [Named], beginsWithPassword: Bool = false) {
        self.steps = steps
        flow = SignInFlow(beginsWithPassword: beginsWithPassword, steps: steps.map(\.name))
    }

    /// The methods of the flow, made as the environment configures them for a function's part.
    init(_ services: Services, for part: MethodPart, _ log: Log) throws(FunctionError) {
        flow = try SignInFlow(services.settings)
        try RequiredAssurance.requirePossible(in: flow, services.settings)
        var steps: [Named] = []
        for name in flow.steps {
            guard let make = Self.registered[name] else { throw .hidden(.internalError, "no method \(name)") }
            steps.append((name: name, method: try make(services, part, log)))
        }
        self.steps = steps
    }

    /// The method of the flow that has that name.
    subscript(name: String) -> (any ChallengeMethod)? { steps.first { $0.name == name }?.method }
}
