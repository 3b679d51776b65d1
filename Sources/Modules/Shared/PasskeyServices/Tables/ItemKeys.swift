package import AWS
package import ExpiringState
private import OpenSSLCrypto
package import Passkeys
private import Primitives

/// The keys of the items. A user pool's id is part of the configuration and holds no `#`.
package enum ItemKeys {
    /// The partition key of a user's items.
    package static func pk(_ user: UserID) -> String { "user#\(user.tenantID)#\(user.id)" }

    /// The item of a user's profile.
    package static func profile(_ user: UserID) -> DynamoDBKey { DynamoDBKey(pk(user), "profile") }

    /// The item of an authenticator of that kind.
    package static func authenticator(_ id: String, isPasskey: Bool, of user: UserID) -> DynamoDBKey {
        DynamoDBKey(pk(user), (isPasskey ? "passkey#" : "email#") + id)
    }

    /// The pointer from a credential id to its user.
    package static func owner(ofCredential id: [UInt8], tenantID: String) -> DynamoDBKey {
        DynamoDBKey("credential#\(tenantID)#\(Base64URL.encode(id))", "owner")
    }

    /// The item that says that a challenge has been used: a digest of its id, after the length of it.
    package static func challenge(_ id: String) -> StateKey {
        StateKey(.challenge, digest: Base64URL.encode(SHA256.digest(of: Array("\(id.utf8.count):\(id)".utf8))))
    }
}
