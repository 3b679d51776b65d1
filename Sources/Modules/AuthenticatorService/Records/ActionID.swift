/// Identifies one action of a user.
package struct ActionID: Hashable, Sendable {
    /// The user.
    package let user: UserID
    /// The tenant's name for this kind of action.
    package let code: String
    /// The key that tells this occurrence of the action from others.
    package let idempotencyKey: String

    /// An action's id.
    package init(user: UserID, code: String, idempotencyKey: String) {
        self.user = user
        self.code = code
        self.idempotencyKey = idempotencyKey
    }
}
