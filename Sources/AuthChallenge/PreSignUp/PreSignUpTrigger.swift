private import Authsignal
private import CognitoTriggers
package import LambdaRuntime
private import OpenID

/// The Pre Sign-up trigger: confirms accounts that users make themselves, so that the first sign-in can prove the
/// address, and guards the attribute that ties them to an OpenID issuer. It never marks an address verified.
package struct PreSignUpTrigger {
    /// How an account is confirmed (`CONFIRM_SIGN_UP`).
    package enum Confirmation: String, CaseIterable, Sendable {
        /// At once, by this trigger; an account that is tied to an OpenID subject only where the ID token says that its
        /// address is proven.
        case auto
        /// By a code that Cognito sends.
        case code
    }

    private let confirmation: Confirmation
    private let clients: AllowedClients
    private let subjects: SubjectGuard
    private let services: Services

    /// A trigger as the environment configures it. Which clients' accounts are confirmed must be said, if only by `*`.
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
        services.isReady()
    }

    /// Answers an event.
    package func callAsFunction(_ invocation: Invocation, _ log: Log) throws(FunctionError) -> Reply {
        let event: PreSignUpEvent
        do { event = try PreSignUpEvent(parsing: invocation.event) } catch { throw .trigger(error) }
        let token = try subjects.check(event, by: services.deadline(of: invocation), log)
        guard confirmation == .auto, event.isSelfSignUp, clients.contains(event.event.clientID),
            try token.map({ token throws(FunctionError) in try isProven(addressOf: event, by: token) }) ?? true
        else { return Reply(event.replyUnchanged(), outcome: "unchanged") }
        return Reply(event.replyConfirmingUser(), outcome: "confirmed")
    }

    /// Whether the issuer has had the account's address proven, if it has one. ID tokens sign in whatever the address
    /// is, so nobody would prove it later, and somebody could get Cognito's tokens with an address of somebody else's.
    private func isProven(addressOf event: PreSignUpEvent, by token: IDToken) throws(FunctionError) -> Bool {
        do throws(TriggerError) {
            guard try event.userAttribute("phone_number") == nil else { return false }
            guard let address = try event.userAttribute("email") else { return true }
            return token.verifiedEmail.map { EmailAddress.folded($0) == EmailAddress.folded(address) } ?? false
        } catch {
            throw .trigger(error)
        }
    }
}
