internal import JOSE
internal import JSON
internal import TestKeys

/// An OpenID issuer, with its keys and its tokens.
enum IDTokens {
    static let settings = [
        "TOKEN_MODE": "oidc", "OIDC_ISSUER": "https://issuer.example/", "OIDC_AUDIENCES": "app, web",
    ]

    /// Publishes the issuer's key.
    static func publish(on transport: StubTransport) {
        transport.answers += [
            (
                "/.well-known/openid-configuration",
                .object([
                    ("issuer", .string("https://issuer.example/")),
                    ("jwks_uri", .string("https://issuer.example/keys")),
                ])
            ),
            ("issuer.example/keys", keySet),
        ]
    }

    /// What the issuer, or a user pool with the same keys, publishes.
    static let keySet = JSONTree(text: JSONWebKeySet.text(publishing: [Keys.es256.verificationKey]))

    static func answer(nonce: String?, by choices: inout Choices) -> SignedAnswer {
        var claims = JSONTree(
            text: Array(
                #"""
                {"iss":"https://issuer.example/","sub":"auth0|5f7c8ec7","aud":"app","email":"\#(SampleEvent.email)",
                "email_verified":true,"iat":\#(Deployment.second),"exp":\#(Deployment.second + 3_600),
                "auth_time":\#(Deployment.second)}
                """#.utf8))
        if let nonce { claims = claims.setting("nonce", .string(nonce)) }
        return SignedAnswer(
            claims, type: "JWT", key: Keys.es256, foreignKey: foreignKey, by: &choices)
    }

    private static let foreignKey = certain("a foreign key") { try SigningKey(hs256Secret: Keys.foreign, keyID: "two") }

    /// What holds for the claims of every ID token that is accepted.
    static func requireAcceptable(_ claims: JSONValue?) -> JSONValue {
        guard let claims else { fatalError("a property does not hold: only the issuer's tokens are accepted") }
        require("the issuer is right", claims.has("iss", "https://issuer.example/"))
        let audiences = claims["aud"].map { $0.elements.isEmpty ? [$0] : $0.elements } ?? []
        require(
            "the token is for our apps",
            !audiences.isEmpty && audiences.allSatisfy { ["app", "web"].contains($0.string ?? "") })
        require("the token has not expired", claims["exp"]?.integer ?? 0 > Deployment.second - 60)
        require("it is an ID token", claims["events"] == nil)
        return claims
    }
}
