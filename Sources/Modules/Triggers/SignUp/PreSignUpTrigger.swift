private import CognitoTriggers
package import FunctionServices
package import LambdaRuntime
internal import SignInRules

/// The Pre Sign-up trigger: confirms accounts that users make themselves, so that the first sign-in can prove the
/// address, and guards the attribute that ties them to an OpenID issuer. It never marks an address verified.
package struct PreSignUpTrigger {
    /// How an account is confirmed (`CONFIRM_SIGN_UP`).
    package enum Confirmation: String, CaseIterable, Sendable {
        /// At once, by this trigger. If users sign in with ID tokens, an ID token must also say that the address is
        /// verified.
        case auto
        /// By a code that Cognito sends.
        case code
    }

    private let confirmation: Confirmation
    private let clients: AllowedClients
    private let subjects: SubjectGuard
    private let services: Services

    /// A trigger as the environment configures it. If it confirms accounts, `ALLOWED_CLIENT_IDS` must be set, even if
    /// only to `*`.
    package init(_ services: Services) throws(FunctionError) {
        self.services = services
        confirmation = try services.settings.choice("CONFIRM_SIGN_UP", default: .code)
        subjects = try SubjectGuard(services)
        let clients = try AllowedClients(services.settings)
        guard clients != nil || confirmation == .code else {
            throw .configuration(
                AllowedClients.variable, "must be set when CONFIRM_SIGN_UP is auto; * allows every client")
        }
        self.clients = clients ?? .listed([])
        services.markReady()
    }

    /// Answers an event.
    package func callAsFunction(_ invocation: Invocation, _ log: Log) throws(FunctionError) -> Reply {
        let event: PreSignUpEvent
        do { event = try PreSignUpEvent(parsing: invocation.event) } catch { throw .trigger(error) }
        let token = try subjects.check(event, by: services.deadline(of: invocation), log)
        guard confirmation == .auto, event.isSelfSignUp, clients.contains(event.common.clientID) else {
            return Reply(event.replyUnchanged(), outcome: "unchanged")
        }
        guard try subjects.mayConfirm(event, with: token) else {
            log(.info, "left to Cognito's code: no ID token says that the address is verified")
            return Reply(event.replyUnchanged(), outcome: "address_not_proven")
        }
        return Reply(event.replyConfirmingUser(), outcome: "confirmed")
    }
}
