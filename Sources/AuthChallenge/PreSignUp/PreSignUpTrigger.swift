private import CognitoTriggers
package import LambdaRuntime

/// The Pre Sign-up trigger: confirms accounts that users make themselves, so that the first sign-in can prove the
/// address. It never marks an address verified.
package struct PreSignUpTrigger: Sendable {
    /// How an account is confirmed (`CONFIRM_SIGN_UP`).
    package enum Confirmation: String, CaseIterable, Sendable {
        /// At once, by this trigger.
        case auto
        /// By a code that Cognito sends.
        case code
    }

    private let confirmation: Confirmation
    private let clients: AllowedClients

    /// A trigger that confirms accounts of those clients in that way.
    package init(confirmation: Confirmation, clients: AllowedClients) {
        self.confirmation = confirmation
        self.clients = clients
    }

    /// A trigger as the environment configures it. Which clients' accounts are confirmed must be said, if only by `*`.
    package init(_ settings: Settings) throws(FunctionError) {
        let confirmation: Confirmation = try settings.choice("CONFIRM_SIGN_UP", default: .code)
        let clients = try AllowedClients(settings)
        guard clients != nil || confirmation == .code else {
            throw .configuration(
                AllowedClients.variable, "must be set when CONFIRM_SIGN_UP is auto; * allows every client")
        }
        self.init(confirmation: confirmation, clients: clients ?? .listed([]))
    }

    /// Answers an event.
    package func callAsFunction(_ invocation: Invocation, _ log: Log) throws(FunctionError) -> Reply {
        let event: PreSignUpEvent
        do { event = try PreSignUpEvent(parsing: invocation.event) } catch { throw .trigger(error) }
        guard confirmation == .auto, event.isSelfSignUp, clients.contains(event.event.clientID) else {
            return Reply(event.replyUnchanged(), outcome: "unchanged")
        }
        return Reply(event.replyConfirmingUser(), outcome: "confirmed")
    }
}
