internal import AWS
internal import FunctionServices
internal import LambdaRuntime
internal import SignInRules
internal import TokenSources

/// What Create and Verify are configured with: one value, read once when the function starts. Both check all settings
/// of the flow's methods, so that neither starts with what the other refuses; a secret is read only by the function
/// that uses it.
struct SignInConfiguration {
    /// The steps.
    let flow: SignInFlow
    /// `STATE_TABLE`; nil without one.
    let table: DeploymentTable?
    /// `ASSURANCE`; nil if every allowed method will do.
    let assurance: RequiredAssurance?
    private let services: Services
    private let log: Log

    init(_ services: Services, _ log: Log) throws(FunctionError) {
        let settings = services.settings
        (self.services, self.log) = (services, log)
        flow = try SignInFlow(settings)
        assurance = try settings.requiredAssurance()
        if let assurance { try Self.requirePossible(assurance, in: flow, settings) }
        table = try DeploymentTable(services)
    }

    /// Refuses settings that require an assurance which the flow or the token mode cannot give: then something else
    /// than the required proof could sign a user in.
    private static func requirePossible(
        _ required: RequiredAssurance, in flow: SignInFlow, _ settings: Settings
    ) throws(FunctionError) {
        let variable = RequiredAssurance.variable
        let otherProofs = FlowStep.allCases.filter { $0.provesIdentity && $0 != .resultToken }
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

    /// `MARK_EMAIL_VERIFIED`; nil if it is off.
    func userPools() throws(FunctionError) -> AWSClient? {
        let variable = "MARK_EMAIL_VERIFIED"
        guard try services.settings.flag(variable) else { return nil }
        return try services.requiredAWS(for: variable)
    }
}

extension SignInConfiguration {
    /// What Create does in each step.
    func issuers() throws(FunctionError) -> FlowMethods<any ChallengeIssuer> {
        try FlowMethods(flow) { (step) throws(FunctionError) -> any ChallengeIssuer in
            switch step {
            case .resultToken: ResultTokenIssuer(try resultToken(for: .create), services)
            case .emailOTP: try EmailOTPIssuer(EmailOTPSettings(services, for: .create, table, log), services)
            case .captcha: CaptchaIssuer(try CaptchaSettings(services, for: .create, log), services)
            }
        }
    }

    /// What Verify does in each step.
    func judges() throws(FunctionError) -> FlowMethods<any AnswerJudge> {
        try FlowMethods(flow) { (step) throws(FunctionError) -> any AnswerJudge in
            switch step {
            case .resultToken: ResultTokenJudge(try resultToken(for: .verify), table, services)
            case .emailOTP: EmailOTPJudge(try EmailOTPSettings(services, for: .verify, table, log), services)
            case .captcha: try CaptchaJudge(CaptchaSettings(services, for: .verify, log), table, services)
            }
        }
    }

    private func resultToken(for function: ChallengeFunction) throws(FunctionError) -> ResultTokenSettings {
        let settings = try ResultTokenSettings(services, for: function, assurance, log)
        if function == .verify, table == nil, settings.policy.binding == .age {
            log(.warn, "proofs are judged by their age and there is no STATE_TABLE: each counts until it is too old")
        }
        return settings
    }
}
