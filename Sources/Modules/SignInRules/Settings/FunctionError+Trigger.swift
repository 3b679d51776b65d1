package import CognitoTriggers
package import LambdaRuntime

extension FunctionError {
    /// The only text that a failed trigger shows to whoever is signing in: the same for every cause and every user.
    static let userMessage = "Sign-in is not possible right now"

    /// A failure whose cause only the log names.
    package static func hidden(_ kind: Kind, _ detail: String) -> FunctionError {
        FunctionError(kind, message: userMessage, detail: detail)
    }

    /// An event that cannot be served.
    package static func trigger(_ error: TriggerError) -> FunctionError {
        switch error {
        case .wrongTrigger: .hidden(.wrongTrigger, error.description)
        case .invalidJSON, .invalidMember: .hidden(.invalidEvent, error.description)
        }
    }
}
