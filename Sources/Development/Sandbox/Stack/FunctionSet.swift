internal import LocalCognito
internal import RuntimeAPIHost

/// The functions behind the pool's triggers and the function URL, each with the environment for the settings.
struct FunctionSet: Sendable {
    /// The functions by their triggers.
    let triggers: TriggerFunctions
    private let instances: [FunctionInstance]
    /// The same functions by their names, each wrapped so that it can fail on request.
    private let callable: [String: FaultyFunction]

    /// The names of all functions.
    static let names = FunctionNames.triggers + [FunctionNames.addAuthenticator, FunctionNames.authenticator]

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
        for name in settings.replacedBootstraps.keys where !Self.names.contains(name) {
            throw .invalidSetting(
                name: "bootstrap \(name)", fault: "the functions are \(Self.names.joined(separator: ", "))")
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
        var instances: [FunctionInstance] = []
        var triggered: [PoolTrigger: String] = [:]
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
            triggered[trigger] = program
        }
        if let environment = settings.addAuthenticatorEnvironment(endpoint: endpoint) {
            instances.append(
                FunctionInstance(
                    name: FunctionNames.addAuthenticator,
                    bootstrap: try bootstraps.path(of: FunctionNames.addAuthenticator),
                    environment: environment, timeLimit: settings.timeLimit, onLine: onLine))
        }
        // In `authsignal` mode a stand-in for Authsignal takes the authenticator's place.
        if settings.tokenMode != .authsignal {
            instances.append(
                FunctionInstance(
                    name: FunctionNames.authenticator, bootstrap: try bootstraps.path(of: FunctionNames.authenticator),
                    environment: signing(
                        as: FunctionNames.authenticator, settings.authenticatorEnvironment(port: port)),
                    timeLimit: settings.timeLimit, onLine: onLine))
        }
        self.instances = instances
        let callable = Dictionary(
            uniqueKeysWithValues: instances.map { ($0.name, FaultyFunction($0, hangsFor: settings.timeLimit)) })
        self.callable = callable
        triggers = TriggerFunctions(
            triggered.compactMapValues { callable[$0] }, timeLimit: settings.timeLimit)
    }

    /// A function as its callers reach it, and its process; nil if the settings have no use for it.
    func function(_ name: String) -> (callable: FaultyFunction, instance: FunctionInstance)? {
        guard let function = callable[name], let instance = instances.first(where: { $0.name == name }) else {
            return nil
        }
        return (function, instance)
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
