internal import RuntimeAPIHost

/// How the pool reports the failure of a function that it called.
extension InvocationResult {
    /// The bytes of the reply.
    ///
    /// - Parameter requestID: the id of the invocation, which the report of a crash names.
    /// - Throws: `UserLambdaValidationException` with the function's own message, or with Lambda's message if the
    ///   process ended; `UnexpectedLambdaException` for a function that timed out.
    func reply(of trigger: PoolTrigger, requestID: String) throws(PoolError) -> [UInt8] {
        switch self {
        case .reply(let bytes): return bytes
        case .functionError(let failure), .initError(let failure):
            throw .failed(trigger, failure.message)
        case .exit(.status(0)):
            throw .failed(trigger, "RequestId: \(requestID) Error: Runtime exited without providing a reason")
        case .exit(let exit):
            throw .failed(trigger, "RequestId: \(requestID) Error: Runtime exited with error: \(exit)")
        case .timeout:
            throw PoolError(
                .unexpectedLambda,
                "\(trigger.rawValue) invocation failed due to error Socket timeout while invoking Lambda function.")
        }
    }
}

extension PoolError {
    /// The full stop is the service's own.
    fileprivate static func failed(_ trigger: PoolTrigger, _ message: String) -> PoolError {
        PoolError(.userLambdaValidation, "\(trigger.rawValue) failed with error \(message).")
    }

    /// The error for a function that cannot be called at all.
    static let triggerNotCallable = PoolError(
        .unexpectedLambda, "null invocation failed due to configuration.")
}
