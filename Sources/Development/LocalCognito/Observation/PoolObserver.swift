package import RuntimeAPIHost

/// Is told what happens in a pool, as it happens.
///
/// Events hold everything as it was sent, secrets included: whoever shows them masks them first.
package protocol PoolObserver: Sendable {
    /// Takes an event. The pool waits for it, so it should be quick.
    func observe(_ event: PoolEvent)
}

/// What happens in a pool.
package enum PoolEvent: Sendable {
    /// A call has been answered.
    case call(PoolCallRecord)
    /// A trigger's function has been tried once.
    case trigger(TriggerRecord)
}

/// An answered call of the service's protocol.
package struct PoolCallRecord: Sendable {
    /// The operation, such as `InitiateAuth`; what `X-Amz-Target` says where the pool knows no such operation.
    package let operation: String
    /// The body of the request.
    package let request: [UInt8]
    /// The body of the answer, or the error that it reports.
    package let outcome: Result<[UInt8], PoolError>
    /// How long it took, triggers included.
    package let duration: Duration
}

/// One attempt to call a trigger's function.
package struct TriggerRecord: Sendable {
    /// Which trigger.
    package let trigger: PoolTrigger
    /// The event that the function was sent.
    package let event: [UInt8]
    /// How the invocation ended; nil when the function could not be called at all.
    package let result: InvocationResult?
    /// The number of the attempt, from 1; only what took too long is tried again.
    package let attempt: Int
    /// How long the attempt took.
    package let duration: Duration
}
