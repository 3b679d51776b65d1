/// Identifies a user. Ids are unique only within a tenant.
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
}
