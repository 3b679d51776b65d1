/// The tables in which the authenticator stores users and what expires.
package struct DynamoDBTables: Equatable, Sendable {
    /// The table of users and passkeys, with the key `pk` and `sk` (`USERS_TABLE`).
    package let users: String
    /// The table of what expires, with the key `pk` and the TTL attribute `expiresAt` (`STATE_TABLE`).
    package let state: String
    /// Their region.
    package let region: String

    /// Tables of those names.
    package init(users: String, state: String, region: String) {
        self.users = users
        self.state = state
        self.region = region
    }
}
