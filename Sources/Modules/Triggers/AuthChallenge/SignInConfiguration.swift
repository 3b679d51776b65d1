internal import AWS
internal import EmailCodes
internal import FunctionServices
internal import LambdaRuntime
internal import SignInMail
internal import SignInRules
internal import TokenSources

/// What Create and Verify are configured with: one value, read once when the function starts. Both check all settings
/// of the flow's methods, so that neither starts with what the other refuses; a secret is read only by the function
/// that uses it.
struct SignInConfiguration {
    /// The settings of a step's method.
    enum Method {
        case resultToken(ResultTokenSettings)
        case emailOTP(EmailOTPSettings)
        case captcha(CaptchaSettings)
    }

    /// The steps.
    let flow: SignInFlow
    /// The methods in the order of the steps.
    let methods: [Method]
    /// `STATE_TABLE`; nil without one.
    let table: DeploymentTable?
    /// `ASSURANCE`; nil if every allowed method will do.
    let assurance: RequiredAssurance?
    /// `AUDIT`, `AUDIT_KEY`; nil in Verify and without an audit log.
    let digests: SubjectDigests?
    /// `MARK_EMAIL_VERIFIED`; nil in Create and if it is off.
    let userPools: AWSClient?

    init(_ services: Services, for function: ChallengeFunction, _ log: Log) throws(FunctionError) {
        let settings = services.settings
        flow = try SignInFlow(settings)
        assurance = try settings.requiredAssurance()
        if let assurance { try Self.requirePossible(assurance, in: flow, settings) }
        table = try DeploymentTable(services)
        var methods: [Method] = []
        for step in flow.steps {
            switch step {
            case .resultToken:
                let token = try ResultTokenSettings(services, for: function, assurance, log)
                if function == .verify, table == nil, token.policy.binding == .age {
                    log(
                        .warn,
                        "proofs are judged by their age and there is no STATE_TABLE: each counts until it is too old")
                }
                methods.append(.resultToken(token))
            case .emailOTP:
                methods.append(.emailOTP(try EmailOTPSettings(services, for: function, table, log)))
            case .captcha: methods.append(.captcha(try CaptchaSettings(services, for: function, log)))
            }
        }
        self.methods = methods
        digests = function == .create ? try SubjectDigests(services) : nil
        userPools = function == .verify ? try Self.userPools(services) : nil
    }

    /// Refuses settings that require an assurance which the flow or the token mode cannot give: then something else
    /// than the required proof could sign a user in.
    private static func requirePossible(
        _ required: RequiredAssurance, in flow: SignInFlow, _ settings: Settings
    ) throws(FunctionError) {
        let variable = RequiredAssurance.variable
        let otherProofs = FlowStep.allCases.filter { $0.role == .identity && $0 != .resultToken }
        guard flow.steps.contains(.resultToken), !otherProofs.contains(where: flow.steps.contains) else {
            let names = otherProofs.map(\.rawValue).joined(separator: " or ")
            throw .configuration(
                variable,
                "\(required.rawValue) needs \(FlowStep.resultToken.rawValue) in \(SignInFlow.variable), and no \(names)"
            )
        }
        guard try TokenMode(settings).knowsUserVerification else {
            throw .configuration(
                variable,
                "\(required.rawValue) needs \(TokenMode.variable)=signed: other modes do not tell of user verification")
        }
    }

    private static func userPools(_ services: Services) throws(FunctionError) -> AWSClient? {
        let variable = "MARK_EMAIL_VERIFIED"
        guard try services.settings.flag(variable) else { return nil }
        guard let aws = services.aws else { throw .configuration(variable, "needs AWS credentials in the environment") }
        return aws
    }
}

extension SignInConfiguration {
    /// What Create does in each step.
    func issuers(_ services: Services) throws(FunctionError) -> FlowMethods<any ChallengeIssuer> {
        try flowMethods { (method) throws(FunctionError) -> any ChallengeIssuer in
            switch method {
            case .resultToken(let settings): ResultTokenIssuer(settings, services)
            case .emailOTP(let settings): try EmailOTPIssuer(settings, services)
            case .captcha(let settings): CaptchaIssuer(settings, services)
            }
        }
    }

    /// What Verify does in each step.
    func judges(_ services: Services) throws(FunctionError) -> FlowMethods<any AnswerJudge> {
        try flowMethods { (method) throws(FunctionError) -> any AnswerJudge in
            switch method {
            case .resultToken(let settings): ResultTokenJudge(settings, table, services)
            case .emailOTP(let settings): EmailOTPJudge(settings, services)
            case .captcha(let settings): try CaptchaJudge(settings, table, services)
            }
        }
    }

    private func flowMethods<Made>(
        _ make: (Method) throws(FunctionError) -> Made
    ) throws(FunctionError) -> FlowMethods<Made> {
        var steps: [FlowMethods<Made>.Step] = []
        for (step, settings) in zip(flow.steps, methods) { steps.append((step, try make(settings))) }
        return FlowMethods(steps: steps, flow: flow)
    }
}
