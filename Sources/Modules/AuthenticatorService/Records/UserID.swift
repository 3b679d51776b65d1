private import Primitives

/// Identifies a user. Ids are unique only within a tenant.
///
/// Two ids are equal if their bytes are: a caller could otherwise name a user with another spelling of the user's id, or
/// occupy the service with an id that is slow to compare.
package struct UserID: Hashable, Sendable {
    /// The tenant's id.
    package let tenantID: String
    /// The user's id in the tenant.
    package let id: String

    /// A user's id and tenant.
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
