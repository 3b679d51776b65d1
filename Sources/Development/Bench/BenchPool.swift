#if os(Linux)
internal import JOSE
internal import JSON
private import OpenSSLCrypto
internal import TestKeys

/// A user pool with a key of its own, as AddAuthenticator sees it: an issuer that publishes a key, and access tokens.
struct BenchPool {
    /// The answer to a request for the pool's keys.
    let keySet: [UInt8]
    private let key: SigningKey

    /// What the path of the request for the keys ends with.
    static let keySetPath = "/.well-known/jwks.json"
    private static let client = "3kq0example1clientid2value3"

    init() throws(BenchError) {
        do {
            key = try SigningKey(PrivateKey.generate(.rsa), keyID: "bench")
        } catch { throw .program("user pool", "\(error)") }
        keySet = JSONWebKeySet.text(publishing: [key.verificationKey])
    }

    /// The variables of AddAuthenticator.
    /// - Parameter services: the base URL of the pool's service.
    static func environment(at services: String) -> [String: String] {
        [
            "TOKEN_MODE": "signed", "TOKEN_SIGNING_KEY": BenchEvents.signingKey,
            "USER_POOL_ISSUER": issuer(at: services), "ALLOWED_CLIENT_IDS": client, "MINIMUM_RESPONSE_TIME": "0",
        ]
    }

    /// The request of a user who has just signed in.
    func event(at services: String) throws(BenchError) -> [UInt8] {
        let now = BenchClock.secondsSince1970()
        let claims = JSONWriter.object { claims in
            claims.member("sub", BenchEvents.user)
            claims.member("iss", Self.issuer(at: services))
            claims.member("client_id", Self.client)
            claims.member("token_use", "access")
            claims.member("scope", "aws.cognito.signin.user.admin")
            claims.member("auth_time", now)
            claims.member("iat", now)
            claims.member("exp", now + 3_600)
            claims.member("username", BenchEvents.user)
        }
        do {
            return BenchEvents.request("/", body: "", token: try CompactJWS.sign(claims, type: nil, key: key))
        } catch { throw .program("user pool", "\(error)") }
    }

    private static func issuer(at services: String) -> String { services + "/" + BenchEvents.userPoolID }
}
#endif
