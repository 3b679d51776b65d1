internal import FunctionServices
internal import LambdaRuntime
internal import PasskeyServices
internal import Passkeys
internal import SignInTokens
internal import TokenSources
internal import WebAuthn

/// Makes the options with which an app asks for a passkey in a round, without a further request. The assertion is the
/// answer to Cognito's challenge, and counts in this round alone.
///
/// They list no passkeys, so they look alike for all users, and nothing is read for them.
struct PasskeyOptions {
    /// The variable that turns them on.
    static let variable = "RELYING_PARTY_ID"
    /// The public parameter in which the app gets them.
    static let parameter = "passkeyOptions"

    private let relyingParty: RelyingParty
    private let hints: [PublicKeyCredentialHint]
    private let tokens: SignedTokenSettings
    /// Seconds.
    private let lifetime: Int64

    /// The settings; nil without a relying party.
    init?(_ settings: Settings, _ tokens: SignedTokenSettings, maximumProofAge: Int64) throws(FunctionError) {
        guard settings.text(Self.variable) != nil else { return nil }
        relyingParty = try settings.relyingParty()
        hints = try settings.passkeyHints()
        self.tokens = tokens
        lifetime = Sealer.lifetimeOfOptions(maximumProofAge: maximumProofAge, tokenLifetime: tokens.lifetime)
    }

    /// The options for a round: JSON as the authenticator's `passkey/options` answers with.
    /// - Parameters:
    ///   - key: the round's key.
    ///   - now: seconds since 1970.
    func text(forRound key: String, in round: Round, at now: Int64) throws(FunctionError) -> String {
        let action = StartedAction(code: tokens.actions.signIn, idempotencyKey: key, expiration: now + lifetime)
        let sealer = Sealer(secrets: tokens.keys.current(by: round.deadline).sealingSecrets)
        do {
            let options = try sealer.passkeyOptions(
                for: action, holder: .round, poolID: round.userPoolID, relyingParty: relyingParty, hints: hints,
                lifetime: lifetime, at: now)
            return String(decoding: options, as: UTF8.self)
        } catch { throw .hidden(.internalError, "no passkey options could be sealed: \(error)") }
    }
}
