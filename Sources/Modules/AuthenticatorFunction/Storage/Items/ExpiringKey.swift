internal import AWS
internal import AuthenticatorService
private import OpenSSLCrypto
private import Primitives

/// The keys of what expires: a word for the kind and a digest of what identifies the item.
enum ExpiringKey {
    static func challenge(_ id: String) -> DynamoDBKey { key("challenge", [id]) }

    static func startedAction(_ challengeID: String) -> DynamoDBKey { key("started", [challengeID]) }

    static func action(_ id: ActionID) -> DynamoDBKey {
        key("action", [id.user.tenantID, id.user.id, id.code, id.idempotencyKey])
    }

    static func text(_ name: String) -> DynamoDBKey { key("text", [name]) }

    private static func key(_ kind: String, _ parts: [String]) -> DynamoDBKey {
        // Each part comes after its length, so that no two lists of parts make the same text.
        let text = parts.map { "\($0.utf8.count):\($0)" }.joined()
        return DynamoDBKey(kind + "#" + Base64URL.encode(SHA256.digest(of: Array(text.utf8))))
    }
}
