/// The purpose of a WebAuthn challenge.
enum Ceremony: Sendable {
    /// To create a passkey.
    case registration(user: UserID, username: String?, displayName: String?)
    /// To use a passkey.
    case authentication(Authentication)

    /// What an assertion must prove.
    struct Authentication: Sendable {
        let tenantID: String
        /// The user who is signing in; nil if the passkey identifies the user.
        let user: UserID?
        /// The ids of the passkeys allowed; empty if any passkey is allowed.
        let allowed: [[UInt8]]
        /// The challenge id of the action that an app has started; nil if there is none.
        let startedAction: String?
        /// The name that the person entered; nil if they entered none.
        let username: String?
    }
}
