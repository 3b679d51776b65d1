private import Primitives

/// Identifies a user. Ids are unique only within a user pool.
///
/// Two ids are equal if their bytes are: a caller could otherwise name a user with another spelling of the user's id, or
/// occupy the service with an id that is slow to compare.
package struct UserID: Hashable, Sendable {
    /// The user pool's id, by which clients name the tenant.
    package let tenantID: String
    /// The user's id in the pool.
    package let id: String

    /// A user's id and pool.
    package init(tenantID: String, id: String) {
        self.tenantID = tenantID
        self.id = id
    }

    /// Whether two ids have the same bytes.
    package static func == (one: UserID, other: UserID) -> Bool {
        one.tenantID.hasSameBytes(as: other.tenantID) && one.id.hasSameBytes(as: other.id)
    }

    /// Mixes in the bytes of both ids.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(bytesOf: tenantID)
        hasher.combine(bytesOf: id)
    }
}

/// Identifies one action of a user.
package struct ActionID: Hashable, Sendable {
    /// The user.
    package let user: UserID
    /// The pool's name for this kind of action.
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
