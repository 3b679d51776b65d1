package import RuntimeAPIHost

/// Learns what happens in a pool, as it happens.
///
/// Events hold everything as it was sent, secrets included. Whoever shows an event must mask its secrets first.
package protocol PoolObserver: Sendable {
    /// Takes an event. The pool waits for the return, so this must be quick.
    func observe(_ event: PoolEvent)
}

/// What happens in a pool.
package enum PoolEvent: Sendable {
    /// The pool has answered a call.
    case call(PoolCallRecord)
    /// The pool has tried once to call a trigger's function.
    case trigger(TriggerRecord)
}

/// An answered call of the service's protocol.
package struct PoolCallRecord: Sendable {
    /// The operation, such as `InitiateAuth`; if the pool does not know the operation, the value of `X-Amz-Target`.
    package let operation: String
    /// The body of the request.
    package let request: [UInt8]
    /// The body of the answer, or the error that it reports.
    package let outcome: Result<[UInt8], PoolError>
    /// How long the call took, triggers included.
    package let duration: Duration
}

/// One attempt to call a trigger's function.
package struct TriggerRecord: Sendable {
    /// Which trigger.
    package let trigger: PoolTrigger
    /// The event that was sent to the function.
    package let event: [UInt8]
    /// The invocation's id, which the function's log lines carry.
    package let requestID: String
    /// How the invocation ended; nil if the function could not be called at all.
    package let result: InvocationResult?
    /// The number of the attempt, from 1. The pool tries again only after a timeout.
    package let attempt: Int
    /// How long the attempt took.
    package let duration: Duration
}
