private import Primitives

/// An account of a pool.
package struct PoolUser: Equatable, Sendable {
    /// The statuses of an account (`UserStatusType`).
    package enum Status: String, CaseIterable, Sendable {
        case unconfirmed = "UNCONFIRMED"
        case confirmed = "CONFIRMED"
        case forceChangePassword = "FORCE_CHANGE_PASSWORD"
        case resetRequired = "RESET_REQUIRED"
    }

    /// The pool's immutable name for the user. In pools that sign users in by address, it equals `sub`.
    package let username: String
    /// The attributes, `sub` first.
    package var attributes: UserAttributes
    /// The status of the account.
    package var status: Status
    /// Whether the account may be used.
    package var isEnabled = true
    /// The verifier of the password; nil for an account without a password.
    package var password: PasswordVerifier?
    /// When the account was created, in seconds since 1970.
    package let createdAt: Int64
    /// When the account was last changed, in seconds since 1970.
    package var modifiedAt: Int64
    /// New values that are not verified yet.
    package var pendingAttributes = UserAttributes()

    /// An account that was created at this time, in seconds since 1970.
    package init(username: String, attributes: UserAttributes, status: Status, at time: Int64) {
        self.username = username
        self.attributes = attributes
        self.status = status
        (createdAt, modifiedAt) = (time, time)
    }

    /// The user's immutable id.
    package var sub: String { attributes["sub"] ?? username }

    /// The attributes as triggers see them, which include the status.
    var triggerAttributes: UserAttributes {
        let (first, rest) = (attributes.pairs.prefix { $0.name == "sub" }, attributes.pairs.drop { $0.name == "sub" })
        return UserAttributes(Array(first) + [("cognito:user_status", status.rawValue)] + Array(rest))
    }
}

/// A `sub` as newer user pools make it: a UUID whose version digit is 7 and whose variant digit is mostly `c` or `d`,
/// which is none of RFC 9562's.
enum PoolSubject {
    /// The `sub` made of 16 bytes.
    static func text(_ bytes: [UInt8]) -> String {
        var bytes = bytes
        bytes[6] = 0x70
        bytes[8] = bytes[8] & 0x1F | 0xC0
        return UUIDText.text(of: bytes)
    }
}
