internal import Primitives

/// Identifies a user. Ids are unique only within a user pool.
///
/// Ids are compared as bytes; otherwise a caller could spell a user's id differently, or send ids that are slow to
/// compare.
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
