internal import AWS
internal import AuthenticatorService
internal import ExpiringState
private import OpenSSLCrypto
private import Primitives

/// The keys of the items. A user pool's id is part of the configuration and holds no `#`.
enum ItemKeys {
    static func pk(_ user: UserID) -> String { "user#\(user.tenantID)#\(user.id)" }

    static func profile(_ user: UserID) -> DynamoDBKey { DynamoDBKey(pk(user), "profile") }

    /// The item of an authenticator of that kind.
    static func authenticator(_ id: String, isPasskey: Bool, of user: UserID) -> DynamoDBKey {
        DynamoDBKey(pk(user), (isPasskey ? "passkey#" : "email#") + id)
    }

    static func authenticator(_ authenticator: StoredAuthenticator, of user: UserID) -> DynamoDBKey {
        Self.authenticator(authenticator.id, isPasskey: authenticator.passkey != nil, of: user)
    }

    /// The pointer from a credential id to its user.
    static func owner(ofCredential id: [UInt8], tenantID: String) -> DynamoDBKey {
        DynamoDBKey("credential#\(tenantID)#\(Base64URL.encode(id))", "owner")
    }

    /// The item that says that a challenge has been used: a digest of its id, after the length of it.
    static func challenge(_ id: String) -> StateKey {
        StateKey(.challenge, digest: Base64URL.encode(SHA256.digest(of: Array("\(id.utf8.count):\(id)".utf8))))
    }
}
