internal import FunctionServices
internal import LambdaRuntime
internal import SignInRules

/// What a function does in each step of a flow, in the order of the steps: Create issues challenges, Verify judges the
/// answers.
package struct FlowMethods<Method> {
    /// A method by the name under which parameters and metadata know it.
    package typealias Named = (name: String, method: Method)

    /// The methods in the order of the steps.
    let steps: [Named]
    /// The flow, with the password if it begins with it.
    let flow: SignInFlow

    /// The methods of a flow with those steps.
    package init(_ steps: [Named], beginsWithPassword: Bool = false) {
        self.steps = steps
        flow = SignInFlow(beginsWithPassword: beginsWithPassword, steps: steps.map(\.name))
    }

    private init(
        _ configuration: SignInConfiguration, _ make: (SignInConfiguration.Method) throws(FunctionError) -> Method
    ) throws(FunctionError) {
        flow = configuration.flow
        var steps: [Named] = []
        for (name, settings) in zip(flow.steps, configuration.methods) {
            steps.append((name: name, method: try make(settings)))
        }
        self.steps = steps
    }

    /// The method of the flow that has that name.
    subscript(name: String) -> Method? { steps.first { $0.name == name }?.method }
}

extension FlowMethods<any ChallengeIssuer> {
    /// What Create does.
    init(issuersOf configuration: SignInConfiguration, _ services: Services) throws(FunctionError) {
        try self.init(configuration) { (method) throws(FunctionError) -> any ChallengeIssuer in
            switch method {
            case .resultToken(let settings): ResultTokenIssuer(settings, services)
            case .emailOTP(let settings): try EmailOTPIssuer(settings, services)
            case .captcha(let settings): CaptchaIssuer(settings, services)
            }
        }
    }
}

extension FlowMethods<any AnswerJudge> {
    /// What Verify does.
    init(judgesOf configuration: SignInConfiguration, _ services: Services) throws(FunctionError) {
        try self.init(configuration) { (method) throws(FunctionError) -> any AnswerJudge in
            switch method {
            case .resultToken(let settings): ResultTokenJudge(settings, configuration.table, services)
            case .emailOTP(let settings): EmailOTPJudge(settings, services)
            case .captcha(let settings): try CaptchaJudge(settings, configuration.table, services)
            }
        }
    }
}
