private import Synchronization

/// The codes of one process and the limits on them.
final class MemoryCodes: Sendable {
    private struct State: Sendable {
        var codes: CodeTable
        var sending: RateLimiter
        var verifying: RateLimiter
    }

    private let state: Mutex<State>

    init(_ settings: AuthenticatorSettings, key: [UInt8]) {
        state = Mutex(
            State(
                codes: CodeTable(settings.codes, capacity: settings.capacity, key: key),
                sending: RateLimiter(settings.limits.sending, capacity: settings.capacity),
                verifying: RateLimiter(settings.limits.verifying, capacity: settings.capacity)))
    }

    func issue(for action: ActionID, address: String?, at now: Int64) throws(APIError) -> String {
        try state.withLock { state throws(APIError) in
            guard state.sending.admit(action.user, at: now) else { throw .tooManyRequests }
            return try state.codes.issue(for: action, address: address, at: now)
        }
    }

    func judge(_ digits: String, for action: ActionID, at now: Int64) throws(APIError) -> CodeTable.Judgement {
        try state.withLock { state throws(APIError) in
            guard state.verifying.admit(action.user, at: now) else { throw .tooManyRequests }
            return state.codes.judge(digits, for: action, at: now)
        }
    }
}
