private import Primitives

extension RequestHandler {
    /// Notes for the audit log what has become of an authenticator.
    func note(_ kind: AccountDecision.Kind, _ authenticator: StoredAuthenticator, of user: UserID) {
        decided(AccountDecision(kind, .user(user.id), authenticator.passkey == nil ? .emailOTP : .passkey))
    }
}
