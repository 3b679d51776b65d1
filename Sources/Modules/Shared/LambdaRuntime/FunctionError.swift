/// Why an invocation, or the start of a function, failed: what Lambda is told, and what the log is told.
///
/// Cognito passes `message` on to the person who is signing in, word for word, so it must not tell anything about a
/// user or the system. `detail` goes only to the log.
package struct FunctionError: Error, Equatable, Sendable {
    /// The kinds of failure, each written as Lambda's `category.reason` error type, which must match
    /// `(Runtime|Function)\.[A-Z][A-Za-z]+`.
    package enum Kind: String, CaseIterable, Sendable {
        /// The function's configuration is unusable.
        case configuration = "Runtime.ConfigInvalid"
        /// The event is not JSON, or lacks what its trigger must have.
        case invalidEvent = "Function.InvalidEvent"
        /// The event belongs to a trigger that this function does not serve.
        case wrongTrigger = "Function.WrongTrigger"
        /// A service that the sign-in needs does not answer as it should.
        case unavailable = "Function.ServiceUnavailable"
        /// The function refuses, and its trigger has no other way of saying so.
        case refused = "Function.Refused"
        /// The function itself is at fault.
        case internalError = "Function.InternalError"
    }

    /// The kind of failure.
    package let kind: Kind
    /// The text for the caller, without a full stop: Cognito adds one.
    package let message: String
    /// The text for the log.
    package let detail: String

    /// A failure with both texts.
    package init(_ kind: Kind, message: String, detail: String) {
        self.kind = kind
        self.message = message
        self.detail = detail
    }

    /// A configuration fault. Both texts name the variable, but only the log says what is wrong with it: Lambda hands
    /// the message to Cognito, and Cognito to every user who tries to sign in.
    /// - Parameter problem: continues after the variable's name, for the operator.
    package static func configuration(_ variable: String, _ problem: String) -> FunctionError {
        FunctionError(
            .configuration, message: "\(variable) is not set correctly", detail: "\(variable) \(problem)")
    }

    /// The only text that a failed function shows to the person signing in, the same for every cause and every user.
    package static let userMessage = "Sign-in is not possible right now"

    /// A failure whose cause only the log names.
    package static func hidden(_ kind: Kind, _ detail: String) -> FunctionError {
        FunctionError(kind, message: userMessage, detail: detail)
    }
}
