/// An account of a pool.
package struct PoolUser: Equatable, Sendable {
    /// What has become of an account (`UserStatusType`), as far as custom authentication meets it.
    package enum Status: String, CaseIterable, Sendable {
        case unconfirmed = "UNCONFIRMED"
        case confirmed = "CONFIRMED"
        case forceChangePassword = "FORCE_CHANGE_PASSWORD"
    }

    /// The pool's immutable name for the user; in pools that sign in by address the same as `sub`.
    package let username: String
    /// The attributes, `sub` first.
    package var attributes: UserAttributes
    /// What has become of the account.
    package var status: Status
    /// Whether the account may be used.
    package var isEnabled = true
    /// What verifies the password; nil for an account without one.
    package var password: PasswordVerifier?
    /// Seconds since 1970.
    package let createdAt: Int64
    /// Seconds since 1970.
    package var modifiedAt: Int64
    /// New values that wait for their proof.
    package var pendingAttributes = UserAttributes()

    /// An account made at a time, in seconds since 1970.
    package init(username: String, attributes: UserAttributes, status: Status, at time: Int64) {
        self.username = username
        self.attributes = attributes
        self.status = status
        (createdAt, modifiedAt) = (time, time)
    }

    /// The user's immutable id.
    package var sub: String { attributes["sub"] ?? username }

    /// The attributes as triggers see them: the status is one of them.
    var triggerAttributes: UserAttributes {
        let (first, rest) = (attributes.pairs.prefix { $0.name == "sub" }, attributes.pairs.drop { $0.name == "sub" })
        return UserAttributes(Array(first) + [("cognito:user_status", status.rawValue)] + Array(rest))
    }
}
