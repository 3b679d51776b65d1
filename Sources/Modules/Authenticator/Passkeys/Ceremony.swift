/// What a WebAuthn challenge was issued for.
enum Ceremony: Sendable {
    /// To make a passkey.
    case registration(user: UserID, username: String?, displayName: String?)
    /// To use one.
    case authentication(Authentication)

    /// What an assertion is to prove.
    struct Authentication: Sendable {
        let tenantID: String
        /// Who is signing in; nil where the passkey is to tell.
        let user: UserID?
        /// The ids of the passkeys asked for; empty for any.
        let allowed: [[UInt8]]
        /// The challenge id of the action that an app has started.
        let startedAction: String?
        /// The name that the person gave; nil for none.
        let username: String?
    }
}
