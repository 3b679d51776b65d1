internal import JOSE
internal import JSON

extension OpenIDProvider {
    /// `GET /.well-known/openid-configuration` (OpenID Connect Discovery 1.0 section 3).
    nonisolated var description: ProviderResponse {
        let issuer = settings.issuer
        return ProviderResponse(
            JSONWriter.object { description in
                description.member("issuer", issuer)
                description.member("jwks_uri", issuer + ".well-known/jwks.json")
                description.member("token_endpoint", issuer + "oauth/token")
                description.member("grant_types_supported", [Self.passkeyGrant])
                description.member("scopes_supported", ["openid", "profile", "email"])
                description.member("subject_types_supported", ["public"])
                description.member("id_token_signing_alg_values_supported", ["RS256"])
            })
    }

    /// `GET /.well-known/jwks.json`.
    func keys() throws(ProviderError) -> ProviderResponse {
        ProviderResponse(JSONWebKeySet.text(publishing: [try signingKey().verificationKey]))
    }
}
