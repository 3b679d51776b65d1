package import CognitoTriggers
package import LambdaRuntime

extension FunctionError {
    /// An event that cannot be served.
    package static func trigger(_ error: TriggerError) -> FunctionError {
        switch error {
        case .wrongTrigger: .hidden(.wrongTrigger, error.description)
        case .invalidJSON, .invalidMember: .hidden(.invalidEvent, error.description)
        }
    }
}
