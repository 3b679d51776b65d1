/// How an invocation of a function ended, as Lambda's caller sees it.
package enum InvocationResult: Equatable, Sendable {
    /// The function answered with these bytes.
    case reply([UInt8])
    /// The function reported that it could not handle the event.
    case functionError(FunctionFailure)
    /// The function reported that it could not start.
    case initError(FunctionFailure)
    /// The function did not answer within the time limit.
    case timeout
    /// The process ended without an answer.
    case exit(ProcessExit)
}

/// A function's report of its own failure.
package struct FunctionFailure: Equatable, Sendable {
    /// `Lambda-Runtime-Function-Error-Type`, such as `Function.InvalidEvent`.
    package let type: String
    /// `errorMessage`, which Cognito passes on to the client.
    package let message: String

    /// A failure of this type with this message.
    package init(type: String, message: String) {
        self.type = type
        self.message = message
    }
}

/// How a process ended.
package enum ProcessExit: Equatable, Sendable {
    /// The process exited with this status.
    case status(Int32)
    /// This signal ended the process.
    case signal(Int32)
}

extension ProcessExit: CustomStringConvertible {
    package var description: String {
        switch self {
        case .status(let status): "exit status \(status)"
        case .signal(let signal): "signal \(signal)"
        }
    }
}
