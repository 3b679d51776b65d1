/// Names a user: ids are a tenant's own.
package struct UserID: Hashable, Sendable {
    /// The tenant's id.
    package let tenantID: String
    /// The user's id in the tenant.
    package let id: String

    /// A user's name.
    package init(tenantID: String, id: String) {
        self.tenantID = tenantID
        self.id = id
    }
}
