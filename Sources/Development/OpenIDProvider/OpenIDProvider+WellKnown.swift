internal import JOSE
internal import JSON
internal import TestKeys

extension OpenIDProvider {
    /// `GET /.well-known/openid-configuration` (OpenID Connect Discovery 1.0 section 3).
    nonisolated var discoveryDocument: ProviderResponse {
        let issuer = settings.issuer
        return ProviderResponse(
            JSONWriter.object { document in
                document.member("issuer", issuer)
                document.member("jwks_uri", issuer + ".well-known/jwks.json")
                document.member("token_endpoint", issuer + "oauth/token")
                document.member("revocation_endpoint", issuer + "oauth/revoke")
                document.member("grant_types_supported", [Self.passkeyGrant, Self.refreshGrant])
                document.member("scopes_supported", TokenGrant.scopesOfEveryAudience)
                document.member("subject_types_supported", ["public"])
                document.member("id_token_signing_alg_values_supported", ["RS256"])
            })
    }

    /// `GET /.well-known/jwks.json`.
    func keys() throws(ProviderError) -> ProviderResponse {
        ProviderResponse(JSONWebKeySet.text(publishing: [try signingKey().verificationKey]))
    }
}
