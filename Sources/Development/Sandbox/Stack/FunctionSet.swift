internal import LocalCognito
internal import RuntimeAPIHost

/// The functions behind the pool's triggers, each with the environment that the settings ask for.
struct FunctionSet: Sendable {
    /// The functions by their triggers.
    let triggers: TriggerFunctions
    /// The function behind a function URL; nil where the settings leave it out.
    let addAuthenticator: FunctionInstance?
    private let instances: [FunctionInstance]

    /// Which executable serves which trigger: their names begin alike.
    private static let programs: [(trigger: PoolTrigger, program: String)] = PoolTrigger.allCases.compactMap {
        trigger in
        FunctionNames.triggers.first(where: trigger.rawValue.hasPrefix).map { (trigger, $0) }
    }

    /// The executable behind the function URL.
    private static let addAuthenticatorProgram = FunctionNames.addAuthenticator

    /// The functions; their processes start when they are first called.
    ///
    /// - Parameter endpoint: where everything that they call is, without a slash at the end.
    /// - Throws: `SandboxError.function`, or `invalidSetting` for an executable in the place of no function.
    init(_ settings: StackSettings, endpoint: String) throws(SandboxError) {
        let names = Self.programs.map(\.program) + [Self.addAuthenticatorProgram]
        for name in settings.replacedBootstraps.keys where !names.contains(name) {
            throw .invalidSetting(
                name: "bootstrap \(name)", fault: "the functions are \(names.joined(separator: ", "))")
        }
        do throws(BootstrapError) { try self.init(settings, endpoint: endpoint, programs: Self.programs) } catch {
            throw .function(error)
        }
    }

    private init(
        _ settings: StackSettings, endpoint: String, programs: [(trigger: PoolTrigger, program: String)]
    ) throws(BootstrapError) {
        let bootstraps = Bootstraps(folder: settings.bootstraps, replaced: settings.replacedBootstraps)
        var functions: [PoolTrigger: any TriggerFunction] = [:]
        var instances: [FunctionInstance] = []
        for (trigger, program) in programs {
            // The guard of new passwords stands only where passwords are part of the flow.
            if trigger == .preTokenGeneration, !settings.flow.hasPassword { continue }
            let instance = FunctionInstance(
                name: program, bootstrap: try bootstraps.path(of: program),
                environment: settings.environment(of: trigger, endpoint: endpoint), timeLimit: settings.timeLimit)
            instances.append(instance)
            functions[trigger] = instance
        }
        addAuthenticator = try settings.addAuthenticatorEnvironment(endpoint: endpoint).map {
            environment throws(BootstrapError) in
            FunctionInstance(
                name: Self.addAuthenticatorProgram, bootstrap: try bootstraps.path(of: Self.addAuthenticatorProgram),
                environment: environment, timeLimit: settings.timeLimit)
        }
        if let addAuthenticator { instances.append(addAuthenticator) }
        self.instances = instances
        triggers = TriggerFunctions(functions, timeLimit: settings.timeLimit)
    }

    /// Ends the processes.
    func stop() async {
        for instance in instances { await instance.stop() }
    }
}
