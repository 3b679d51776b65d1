internal import Essentials
package import RuntimeAPIHost

/// A function that a pool calls.
package protocol TriggerFunction: Sendable {
    /// Sends the function an event and waits for the outcome.
    ///
    /// - Parameter requestID: the invocation's id, which no other has.
    /// - Throws: `BootstrapError` if it cannot be called.
    func invoke(_ event: [UInt8], requestID: String) async throws(BootstrapError) -> InvocationResult
}

extension FunctionInstance: TriggerFunction {}

/// The functions of a pool's triggers (`LambdaConfig`).
package struct TriggerFunctions: Sendable {
    /// The functions by trigger. A trigger without a function is not configured.
    package var functions: [PoolTrigger: any TriggerFunction]

    /// How long an invocation may take, including the start of the process.
    package var timeLimit: Duration

    /// Functions with a time limit; Cognito waits 5 seconds.
    package init(_ functions: [PoolTrigger: any TriggerFunction] = [:], timeLimit: Duration = .seconds(5)) {
        self.functions = functions
        self.timeLimit = timeLimit
    }

    /// Whether all three triggers of custom authentication are configured.
    var hasCustomAuth: Bool {
        [.defineAuthChallenge, .createAuthChallenge, .verifyAuthChallengeResponse].allSatisfy { functions[$0] != nil }
    }

    /// Calls a trigger's function. After a timeout it tries again with the same event.
    ///
    /// - Throws: `PoolError` for every outcome but a reply. The content of the reply is not checked here.
    func call(_ call: TriggerCall, observer: (any PoolObserver)?) async throws(PoolError) -> [UInt8] {
        guard let function = functions[call.trigger] else { throw .triggerNotCallable }
        var (result, requestID) = (InvocationResult.timeout, "")
        for attempt in 1...Self.attempts where result == .timeout {
            let start = ContinuousClock.now
            requestID = UUID().uuidString.lowercased()
            let outcome = await invoke(function, call.event, requestID)
            observer?.observe(
                .trigger(
                    TriggerRecord(
                        trigger: call.trigger, event: call.event, requestID: requestID, result: outcome,
                        attempt: attempt, duration: ContinuousClock.now - start)))
            guard let outcome else { throw .triggerNotCallable }
            result = outcome
        }
        return try result.reply(of: call.trigger, requestID: requestID)
    }

    /// The outcome of one attempt; nil if the function cannot be called.
    private func invoke(
        _ function: any TriggerFunction, _ event: [UInt8], _ requestID: String
    ) async -> InvocationResult? {
        let attempt = Task { try? await function.invoke(event, requestID: requestID) }
        if let outcome = await Self.value(of: attempt, within: timeLimit) { return outcome }
        // An instance ends its process after the same time. The next attempt must not reach a process that is ending.
        _ = await Self.value(of: attempt, within: Self.grace)
        return .timeout
    }

    /// How many times in all a trigger that times out is called. Amazon does not document the number.
    private static let attempts = 3
    private static let grace = Duration.seconds(1)

    /// A task's value; nil if it takes longer than the limit. The task then continues on its own.
    private static func value<Value: Sendable>(of task: Task<Value, Never>, within limit: Duration) async -> Value? {
        let (values, value) = AsyncStream<Value?>.makeStream()
        let timer = Task {
            guard (try? await Task.sleep(for: limit)) != nil else { return }
            value.yield(nil)
        }
        Task { value.yield(await task.value) }
        defer { timer.cancel() }
        for await first in values { return first }
        return nil
    }
}

/// The occasions on which a pool calls a function, by their names in `LambdaConfig`.
package enum PoolTrigger: String, CaseIterable, Sendable {
    case defineAuthChallenge = "DefineAuthChallenge"
    case createAuthChallenge = "CreateAuthChallenge"
    case verifyAuthChallengeResponse = "VerifyAuthChallengeResponse"
    case preSignUp = "PreSignUp"
    case preTokenGeneration = "PreTokenGeneration"
}
