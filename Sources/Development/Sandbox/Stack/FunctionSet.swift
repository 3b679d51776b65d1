internal import LocalCognito
internal import RuntimeAPIHost

/// The functions behind the pool's triggers and the function URL, each with the environment for the settings.
struct FunctionSet: Sendable {
    /// The functions by their triggers.
    let triggers: TriggerFunctions
    /// AddAuthenticator; nil if the settings have no use for it.
    let addAuthenticator: FunctionInstance?
    /// The authenticator; nil in `authsignal` mode, where a stand-in for Authsignal takes its place.
    let authenticator: FunctionInstance?
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
        /// Makes the function's name its access key, which tells who makes a call of AWS.
        func signing(as name: String, _ environment: [String: String]) -> [String: String] {
            environment.merging(settings.functionVariables[Self.accessKey] == nil ? [Self.accessKey: name] : [:]) { $1 }
        }
        for (trigger, program) in programs {
            // The guard against new passwords is needed only if passwords are part of the flow.
            if trigger == .preTokenGeneration, !settings.flow.hasPassword { continue }
            let instance = FunctionInstance(
                name: program, bootstrap: try bootstraps.path(of: program),
                environment: signing(as: program, settings.environment(of: trigger, endpoint: endpoint)),
                timeLimit: settings.timeLimit, onLine: onLine)
            instances.append(instance)
            functions[trigger] = instance
        }
        addAuthenticator = try settings.addAuthenticatorEnvironment(endpoint: endpoint).map {
            environment throws(BootstrapError) in
            FunctionInstance(
                name: FunctionNames.addAuthenticator,
                bootstrap: try bootstraps.path(of: FunctionNames.addAuthenticator),
                environment: environment, timeLimit: settings.timeLimit, onLine: onLine)
        }
        if let addAuthenticator { instances.append(addAuthenticator) }
        if settings.tokenMode == .authsignal {
            authenticator = nil
        } else {
            let instance = FunctionInstance(
                name: FunctionNames.authenticator, bootstrap: try bootstraps.path(of: FunctionNames.authenticator),
                environment: signing(as: FunctionNames.authenticator, settings.authenticatorEnvironment(port: port)),
                timeLimit: settings.timeLimit, onLine: onLine)
            instances.append(instance)
            authenticator = instance
        }
        self.instances = instances
        triggers = TriggerFunctions(functions, timeLimit: settings.timeLimit)
    }

    private static let accessKey = "AWS_ACCESS_KEY_ID"

    /// The id of the invocation that makes a call of AWS.
    ///
    /// - Parameter authorization: the header of the call (Signature Version 4), which names the access key.
    /// - Returns: nil if the function has no event, as while it starts.
    func invocation(makingCallWith authorization: String?) async -> String? {
        guard let name = authorization?.firstMatch(of: /Credential=([^\/]+)\//)?.1 else { return nil }
        for instance in instances where instance.name == name {
            if let requestID = await instance.currentRequestID() { return requestID }
        }
        return nil
    }

    /// Starts the processes.
    ///
    /// - Throws: `SandboxError.function`, or `invalidSetting` with the words of a function that refuses its settings.
    func start() async throws(SandboxError) {
        for instance in instances {
            let failure: FunctionFailure?
            do throws(BootstrapError) { failure = try await instance.start() } catch { throw .function(error) }
            if let failure {
                throw .invalidSetting(
                    name: instance.name, fault: "\(failure.message): docs/configuration.md has what it may be")
            }
        }
    }

    /// Ends the processes.
    func stop() async {
        for instance in instances { await instance.stop() }
    }
}
