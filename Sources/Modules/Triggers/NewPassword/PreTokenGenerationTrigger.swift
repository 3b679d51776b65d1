private import CognitoTriggers
package import LambdaRuntime
private import SignInRules

/// The Pre Token Generation trigger: closes a bypass that flows with the password have and that Define never sees.
///
/// A user who must change the password and starts with SRP is asked for a new password right after the old one, and
/// gets tokens for it without any custom challenge. Only this trigger can still refuse them.
package struct PreTokenGenerationTrigger: Sendable {
    private let clients: AllowedClients

    /// A trigger as the environment configures it.
    package init(_ settings: Settings) throws(FunctionError) {
        clients = try AllowedClients(settings) ?? .all
    }

    /// Answers an event: leaves the tokens as they are, or refuses them.
    package func callAsFunction(_ invocation: Invocation, _ log: Log) throws(FunctionError) -> Reply {
        let event: PreTokenGenerationEvent
        do { event = try PreTokenGenerationEvent(parsing: invocation.event) } catch { throw .trigger(error) }
        // Tokens are always issued to a client, so an event that names no client is guarded as well.
        let isGuarded = event.common.clientID.map { clients.contains($0) } ?? true
        guard event.isForNewPassword, isGuarded else {
            return Reply(event.replyUnchanged(), outcome: "unchanged")
        }
        throw .hidden(.refused, "tokens for a new password are refused: the sign-in's other steps were not asked for")
    }
}
