/// The four functions behind the pool's triggers, each with the environment that the settings ask for.
struct FunctionSet: Sendable {
    /// The functions by their triggers.
    let triggers: TriggerFunctions
    private let instances: [FunctionInstance]

    /// Which executable serves which trigger.
    static let programs: [(trigger: PoolTrigger, program: String)] = [
        (.defineAuthChallenge, "DefineAuthChallenge"), (.createAuthChallenge, "CreateAuthChallenge"),
        (.verifyAuthChallengeResponse, "VerifyAuthChallenge"), (.preSignUp, "PreSignUp"),
    ]

    /// The functions; their processes start when they are first called.
    ///
    /// - Parameter endpoint: where pool and authenticator are, without a slash at the end.
    /// - Throws: `SandboxError.bootstrapMissing`, or `invalidSetting` for an executable in the place of no function.
    init(_ settings: StackSettings, endpoint: String) throws(SandboxError) {
        for name in settings.replacedBootstraps.keys where !Self.programs.contains(where: { $0.program == name }) {
            let names = Self.programs.map(\.program).joined(separator: ", ")
            throw .invalidSetting(name: "bootstrap \(name)", fault: "the functions are \(names)")
        }
        let bootstraps = Bootstraps(folder: settings.bootstraps, replaced: settings.replacedBootstraps)
        var functions: [PoolTrigger: any TriggerFunction] = [:]
        var instances: [FunctionInstance] = []
        for (trigger, program) in Self.programs {
            let instance = FunctionInstance(
                name: program, bootstrap: try bootstraps.path(of: program),
                environment: Self.environment(of: trigger, settings, endpoint), timeLimit: settings.timeLimit)
            instances.append(instance)
            functions[trigger] = instance
        }
        self.instances = instances
        triggers = TriggerFunctions(functions, timeLimit: settings.timeLimit)
    }

    /// Ends the processes.
    func stop() async {
        for instance in instances { await instance.stop() }
    }

    private static func environment(
        of trigger: PoolTrigger, _ settings: StackSettings, _ endpoint: String
    ) -> [String: String] {
        var variables: [String: String] = [:]
        switch trigger {
        case .createAuthChallenge, .verifyAuthChallengeResponse:
            variables = tokenVariables(settings, endpoint)
            variables["AWS_ACCESS_KEY_ID"] = "sandbox"
            variables["AWS_SECRET_ACCESS_KEY"] = "sandbox"
            variables["AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER"] = endpoint
        case .preSignUp:
            variables["CONFIRM_SIGN_UP"] = settings.signUpConfirmation.rawValue
            variables["ALLOWED_CLIENT_IDS"] = settings.pool.clients.map(\.id).joined(separator: ",")
        default: break
        }
        if trigger == .verifyAuthChallengeResponse { variables["MARK_EMAIL_VERIFIED"] = "true" }
        return variables.merging(settings.functionVariables) { $1 }
    }

    private static func tokenVariables(_ settings: StackSettings, _ endpoint: String) -> [String: String] {
        switch settings.tokenMode {
        case .signed: ["TOKEN_MODE": "signed", "TOKEN_SIGNING_KEY": StackSettings.signingKey]
        case .authsignal:
            [
                "TOKEN_MODE": "authsignal", "AUTHSIGNAL_SECRET": StackSettings.authsignalSecret,
                "AUTHSIGNAL_URL": endpoint + "/v1", "FIRST_ENROLMENT": settings.firstEnrolment.rawValue,
            ]
        }
    }
}
