#if os(Linux)
internal import JOSE
internal import JSON
private import OpenSSLCrypto
internal import TestKeys

/// A user pool and an issuer of ID tokens, as functions see them: documents that publish keys, and access tokens.
struct TrialIssuer: Sendable {
    /// The only client of the pool.
    static let client = "3kq0example1clientid2value3"

    private let key: SigningKey
    private let keySet: [UInt8]

    /// New keys. AddAuthenticator meets tokens of the first one, Verify forged ones of the other.
    init() throws {
        key = try SigningKey(PrivateKey.generate(.rsa), keyID: "pool")
        let other = try SigningKey(PrivateKey.generate(.p256), keyID: "timing")
        keySet = JSONWebKeySet.text(publishing: [key.verificationKey, other.verificationKey])
    }

    /// The pool's issuer, if that is the base URL of its service.
    static func pool(at endpoint: String) -> String { endpoint + "/" + TrialEvents.userPoolID }

    /// The document at a path; nil if there is none.
    func document(_ path: String, at endpoint: String) -> [UInt8]? {
        if path.hasSuffix("/jwks.json") { return keySet }
        guard path.hasPrefix("/.well-known") else { return nil }
        return JSONWriter.object { metadata in
            metadata.member("issuer", endpoint + "/")
            metadata.member("jwks_uri", endpoint + "/jwks.json")
        }
    }

    /// The access token of a user who has just signed in.
    func accessToken(_ user: TrialUser, at endpoint: String) throws -> String {
        let now = TrialEvents.now()
        let claims = JSONWriter.object { claims in
            claims.member("sub", user.sub)
            claims.member("iss", Self.pool(at: endpoint))
            claims.member("client_id", Self.client)
            claims.member("token_use", "access")
            claims.member("scope", "aws.cognito.signin.user.admin")
            claims.member("auth_time", now)
            claims.member("iat", now)
            claims.member("exp", now + 3_600)
            claims.member("username", user.sub)
        }
        return try CompactJWS.sign(claims, type: nil, key: key)
    }
}
#endif
