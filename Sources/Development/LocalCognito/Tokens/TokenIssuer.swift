private import CognitoTriggers
internal import JOSE
internal import JSON
internal import OpenSSLCrypto
private import Primitives
internal import TestKeys

/// Issues a pool's tokens with RS256: one key signs ID tokens, another signs access tokens.
struct TokenIssuer: Sendable {
    private let idKey: SigningKey
    private let accessKey: SigningKey

    /// The issuer of every pool in this process. Its keys are new in every run, and RSA keys take a while to generate.
    static let shared = Result { () throws(CryptoError) in
        TokenIssuer(idKey: try newKey(), accessKey: try newKey())
    }

    private static func newKey() throws(CryptoError) -> SigningKey {
        let key = try PrivateKey.generate(.rsa)
        let keyID = Base64URL.encode(try SecureRandom.bytes(32))
        do { return try SigningKey(key, keyID: keyID) } catch { throw .invalidKey }
    }

    /// The keys that verify the tokens.
    var keys: [VerificationKey] { [idKey.verificationKey, accessKey.verificationKey] }

    /// The key set that the pool publishes.
    var keySet: [UInt8] { JSONWebKeySet.text(publishing: keys) }

    /// The ID token and the access token of a user.
    ///
    /// - Throws: `JOSEError.signingFailed`.
    func tokens(_ facts: TokenFacts) throws(JOSEError) -> (id: String, access: String) {
        (
            try sign(facts.idClaims, idKey),
            try sign(facts.accessClaims, accessKey)
        )
    }

    private func sign(_ payload: [UInt8], _ key: SigningKey) throws(JOSEError) -> String {
        let header = JSONWriter.object { header in
            header.member("kid", ifPresent: key.keyID)
            header.member("alg", key.algorithm.rawValue)
        }
        return try CompactJWS.sign(payload, headerBytes: header, key: key)
    }
}

/// The facts that a sign-in's tokens state.
struct TokenFacts {
    let issuer: String
    let user: PoolUser
    let client: AppClient
    /// When the user signed in, in seconds since 1970.
    let signedInAt: Int64
    let now: Int64
    /// The identifier that all tokens of one sign-in share; nil if tokens cannot be revoked.
    let originID: String?
    let eventID: String
    /// The tokens' own identifiers.
    let tokenIDs: (id: String, access: String)

    /// The claims of the ID token.
    var idClaims: [UInt8] {
        JSONWriter.object { claims in
            claims.member("sub", user.sub)
            for (name, value) in user.attributes.readable(client.readAttributes).pairs where name != "sub" {
                if name.hasSuffix("_verified") {
                    claims.member(name, CognitoBoolean.isTrue(value))
                } else {
                    claims.member(name, value)
                }
            }
            claims.member("iss", issuer)
            claims.member("cognito:username", user.username)
            claims.member("origin_jti", ifPresent: originID)
            claims.member("aud", client.id)
            claims.member("event_id", eventID)
            claims.member("token_use", "id")
            claims.member("auth_time", signedInAt)
            claims.member("exp", now + client.idTokenLifetime)
            claims.member("iat", now)
            claims.member("jti", tokenIDs.id)
        }
    }

    /// The claims of the access token.
    var accessClaims: [UInt8] {
        JSONWriter.object { claims in
            claims.member("sub", user.sub)
            claims.member("iss", issuer)
            claims.member("client_id", client.id)
            claims.member("origin_jti", ifPresent: originID)
            claims.member("event_id", eventID)
            claims.member("token_use", "access")
            claims.member("scope", AppClient.ownAccountScope)
            claims.member("auth_time", signedInAt)
            claims.member("exp", now + client.accessTokenLifetime)
            claims.member("iat", now)
            claims.member("jti", tokenIDs.access)
            claims.member("username", user.username)
        }
    }
}
