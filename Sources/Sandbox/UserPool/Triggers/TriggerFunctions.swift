internal import Foundation

/// A function that a pool calls.
package protocol TriggerFunction: Sendable {
    /// Sends the function an event and waits for the outcome.
    ///
    /// - Throws: `SandboxError` when it cannot be called.
    func invoke(_ event: [UInt8]) async throws(SandboxError) -> InvocationResult
}

extension FunctionInstance: TriggerFunction {}

/// The functions of a pool's triggers (`LambdaConfig`).
package struct TriggerFunctions: Sendable {
    /// The functions; a trigger that is not here is not configured.
    package var functions: [PoolTrigger: any TriggerFunction]

    /// How long a function may take in all, its start included.
    package var timeLimit: Duration

    /// Functions; Cognito waits 5 seconds.
    package init(_ functions: [PoolTrigger: any TriggerFunction] = [:], timeLimit: Duration = .seconds(5)) {
        self.functions = functions
        self.timeLimit = timeLimit
    }

    /// Whether all three triggers of custom authentication are configured.
    var haveCustomAuth: Bool {
        [.defineAuthChallenge, .createAuthChallenge, .verifyAuthChallengeResponse].allSatisfy { functions[$0] != nil }
    }

    /// Calls a trigger's function, again with the same event while it takes too long.
    ///
    /// - Throws: `PoolError` for everything but a reply, whose content is not checked here.
    func call(_ call: TriggerCall, attempts: Int) async throws(PoolError) -> [UInt8] {
        guard let function = functions[call.trigger] else { throw .triggerNotCallable }
        var result = InvocationResult.timeout
        for _ in 0..<max(1, attempts) where result == .timeout {
            guard let outcome = await invoke(function, call.event) else { throw .triggerNotCallable }
            result = outcome
        }
        return try result.reply(of: call.trigger, requestID: UUID().uuidString.lowercased())
    }

    /// The outcome of one attempt, nil when the function cannot be called. A function that takes too long is left to
    /// itself, as Cognito leaves it.
    private func invoke(_ function: any TriggerFunction, _ event: [UInt8]) async -> InvocationResult? {
        let (outcomes, outcome) = AsyncStream<InvocationResult?>.makeStream()
        let timer = Task { [timeLimit] in
            guard (try? await Task.sleep(for: timeLimit)) != nil else { return }
            outcome.yield(.timeout)
        }
        Task {
            let result = try? await function.invoke(event)
            outcome.yield(result)
        }
        defer { timer.cancel() }
        for await first in outcomes { return first }
        return nil
    }
}
