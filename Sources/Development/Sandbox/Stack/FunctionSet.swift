internal import LocalCognito
internal import RuntimeAPIHost

/// The functions behind the pool's triggers and the function URL, each with the environment for the settings.
struct FunctionSet: Sendable {
    /// The functions by their triggers.
    let triggers: TriggerFunctions
    /// AddAuthenticator; nil if the settings have no use for it.
    let addAuthenticator: FunctionInstance?
    /// The authenticator; of two versions the one whose turn it is.
    var authenticator: FunctionInstance { mixedAuthenticator?.next ?? ownAuthenticator }
    private let ownAuthenticator: FunctionInstance
    private let mixedAuthenticator: MixedInstance?
    private let instances: [FunctionInstance]

    /// The executable of each trigger. The trigger's name begins with the executable's name.
    private static let programs: [(trigger: PoolTrigger, program: String)] = PoolTrigger.allCases.compactMap {
        trigger in
        FunctionNames.triggers.first(where: trigger.rawValue.hasPrefix).map { (trigger, $0) }
    }

    /// Prepares the functions. Their processes start with the first call.
    ///
    /// - Parameters:
    ///   - port: the port of everything that they call.
    ///   - onLine: is called with each line that they log.
    /// - Throws: `SandboxError.function`, or `invalidSetting` if an executable is to replace an unknown function.
    init(
        _ settings: StackSettings, port: UInt16, onLine: @escaping @Sendable (String) -> Void
    ) throws(SandboxError) {
        let names = Self.programs.map(\.program) + [FunctionNames.addAuthenticator, FunctionNames.authenticator]
        for name in settings.replacedBootstraps.keys where !names.contains(name) {
            throw .invalidSetting(
                name: "bootstrap \(name)", fault: "the functions are \(names.joined(separator: ", "))")
        }
        do throws(BootstrapError) {
            try self.init(settings, port: port, programs: Self.programs, onLine: onLine)
        } catch { throw .function(error) }
    }

    private init(
        _ settings: StackSettings, port: UInt16, programs: [(trigger: PoolTrigger, program: String)],
        onLine: @escaping @Sendable (String) -> Void
    ) throws(BootstrapError) {
        let endpoint = "http://127.0.0.1:\(port)"
        let bootstraps = Bootstraps(folder: settings.bootstraps, replaced: settings.replacedBootstraps)
        var functions: [PoolTrigger: any TriggerFunction] = [:]
        var instances: [FunctionInstance] = []
        let former = settings.former.map { (bootstraps: Bootstraps(folder: $0.bootstraps), VersionChooser($0.mix)) }
        /// Adds the former version of a function, if there is one.
        func mixed(
            _ instance: FunctionInstance, _ environment: [String: String]
        ) throws(BootstrapError) -> MixedInstance? {
            guard let (bootstraps, chooser) = former,
                let function = VersionMix.MixedFunction(rawValue: instance.name)
            else { return nil }
            let other = FunctionInstance(
                name: instance.name, bootstrap: try bootstraps.path(of: instance.name), environment: environment,
                timeLimit: settings.timeLimit, onLine: onLine)
            instances.append(other)
            return MixedInstance(function: function, former: other, current: instance, chooser: chooser)
        }
        for (trigger, program) in programs {
            // The guard against new passwords is needed only if passwords are part of the flow.
            if trigger == .preTokenGeneration, !settings.flow.hasPassword { continue }
            let environment = settings.environment(of: trigger, endpoint: endpoint)
            let instance = FunctionInstance(
                name: program, bootstrap: try bootstraps.path(of: program), environment: environment,
                timeLimit: settings.timeLimit, onLine: onLine)
            instances.append(instance)
            functions[trigger] = try mixed(instance, environment) ?? instance
        }
        addAuthenticator = try settings.addAuthenticatorEnvironment(endpoint: endpoint).map {
            environment throws(BootstrapError) in
            FunctionInstance(
                name: FunctionNames.addAuthenticator,
                bootstrap: try bootstraps.path(of: FunctionNames.addAuthenticator),
                environment: environment, timeLimit: settings.timeLimit, onLine: onLine)
        }
        if let addAuthenticator { instances.append(addAuthenticator) }
        let environment = settings.authenticatorEnvironment(port: port)
        ownAuthenticator = FunctionInstance(
            name: FunctionNames.authenticator, bootstrap: try bootstraps.path(of: FunctionNames.authenticator),
            environment: environment, timeLimit: settings.timeLimit, onLine: onLine)
        instances.append(ownAuthenticator)
        mixedAuthenticator = try mixed(ownAuthenticator, environment)
        self.instances = instances
        triggers = TriggerFunctions(functions, timeLimit: settings.timeLimit)
    }

    /// Ends the processes.
    func stop() async {
        for instance in instances { await instance.stop() }
    }
}
