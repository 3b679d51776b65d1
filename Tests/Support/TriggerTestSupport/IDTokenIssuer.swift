import JOSE
import JSON
import OpenSSLCrypto
package import TestKeys

/// An OpenID issuer of the tests: a key, and the answers in which it is published.
package struct IDTokenIssuer {
    package static let name = "https://issuer.example/"
    package static let metadataCall = "GET https://issuer.example/.well-known/openid-configuration"
    package static let keysCall = "GET https://issuer.example/keys"
    package static let settings = ["TOKEN_MODE": "oidc", "OIDC_ISSUER": name, "OIDC_AUDIENCES": "app, web"]
    package static let attribute = "custom:oidc_subject"
    package static let subject = "auth0|5f7c8ec7c33c6c004bbafe82"
    package static let linked = name + "|" + subject

    package let key: SigningKey

    package init() throws { key = try SigningKey(PrivateKey.generate(.ed25519), keyID: "one") }

    /// Publishes the key.
    package func publish(on transport: ScriptedTransport) {
        let keys = String(decoding: JSONWebKeySet.text(publishing: [key.verificationKey]), as: UTF8.self)
        transport.always(
            Self.metadataCall, .ok(#"{"issuer":"\#(Self.name)","jwks_uri":"https://issuer.example/keys"}"#))
        transport.always(Self.keysCall, .ok(keys))
    }

    /// A token issued that many seconds ago, with some claims replaced; nil takes a claim away.
    package func token(
        nonce: String? = nil, age: Int64 = 0, signInAge: Int64? = nil, isVerified: Bool? = true,
        _ changes: [String: String?] = [:]
    ) throws -> String {
        var claims: [String: String?] = [
            "iss": Self.name, "sub": Self.subject, "aud": "app", "nonce": nonce, "email": SampleUser.email,
        ]
        claims.merge(changes) { $1 }
        let payload = JSONWriter.object { object in
            for (name, value) in claims.sorted(by: { $0.key < $1.key }) { object.member(name, ifPresent: value) }
            if let isVerified { object.member("email_verified", isVerified) }
            if let signInAge { object.member("auth_time", TestClock.second - signInAge) }
            object.member("iat", TestClock.second - age)
            object.member("exp", TestClock.second - age + 3_600)
        }
        return try CompactJWS.sign(payload, type: "JWT", key: key)
    }
}
