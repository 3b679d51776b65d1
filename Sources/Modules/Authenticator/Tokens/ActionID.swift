/// Names one thing that a user is about to do.
package struct ActionID: Hashable, Sendable {
    /// The user.
    package let user: UserID
    /// What the tenant calls it.
    package let code: String
    /// Which time it is.
    package let idempotencyKey: String

    /// An action's name.
    package init(user: UserID, code: String, idempotencyKey: String) {
        self.user = user
        self.code = code
        self.idempotencyKey = idempotencyKey
    }
}
