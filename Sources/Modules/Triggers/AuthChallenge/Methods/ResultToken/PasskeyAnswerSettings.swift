internal import FunctionServices
internal import LambdaRuntime
internal import PasskeyServices
internal import Passkeys
internal import WebAuthn

/// What answers that are passkeys' assertions are verified with: what the authenticator is configured with.
struct PasskeyAnswerSettings {
    /// The variable that turns such answers on.
    static let variable = "USERS_TABLE"

    /// `RELYING_PARTY_ID` and the origins.
    let relyingParty: RelyingParty
    /// `USERS_TABLE`, `STATE_TABLE`.
    let tables: PasskeyTables
    /// `SIGN_COUNT`.
    let signCounts: SignCountPolicy

    /// The settings; nil without a table of users.
    init?(_ services: Services) throws(FunctionError) {
        let settings = services.settings
        guard settings.text(Self.variable) != nil else { return nil }
        relyingParty = try settings.relyingParty()
        tables = try PasskeyTables(services)
        signCounts = try SignCountPolicy(settings)
    }
}
