package import JOSE
internal import JSON
package import LoopbackServer
internal import OpenSSLCrypto
internal import TestKeys

/// A local stand-in for an OpenID issuer: its metadata and its keys, which are new in every run. A user pool, whose
/// issuer is a path below this one, publishes the same keys. `OpenIDProvider` lets people sign in, too.
package actor IssuerStandIn: StandIn {
    /// The published keys, one of each kind, with the kind's name as `kid`.
    nonisolated let keys: [SigningKey]
    /// An unpublished key with the `kid` of the first published key.
    nonisolated let foreignKey: SigningKey
    /// An unpublished key with a `kid` of its own.
    nonisolated let unpublishedKey: SigningKey

    /// All issuers of a process share it, because an RSA key takes a while to generate.
    private static let rsaKey = Result { try SigningKey(PrivateKey.generate(.rsa), keyID: "RS256") }

    private var address = ""

    /// A stand-in with new keys.
    ///
    /// - Throws: `CryptoError` or `JOSEError` if the keys cannot be made.
    package init() throws {
        keys = [
            try SigningKey(PrivateKey.generate(.p256), keyID: "ES256"),
            try Self.rsaKey.get(),
            try SigningKey(PrivateKey.generate(.ed25519), keyID: "EdDSA"),
        ]
        foreignKey = try SigningKey(PrivateKey.generate(.p256), keyID: "ES256")
        unpublishedKey = try SigningKey(PrivateKey.generate(.p256), keyID: "unpublished")
    }

    package func mount(at address: String) { self.address = address }

    /// The issuer, with a slash at its end. The issuer `out/` below it always fails.
    package var issuer: String { address + "/" }

    package func respond(to request: LoopbackRequest) -> LoopbackResponse {
        switch (request.method, String(request.path)) {
        case ("GET", "/.well-known/openid-configuration"): return Self.metadata(of: issuer)
        case (_, let path) where path.hasPrefix("/out/"): return .emptyObject(503)
        case ("GET", let path) where path.hasSuffix("/jwks.json"): return keySet
        default: return .emptyObject(404)
        }
    }

    /// An issuer's metadata (OpenID Connect Discovery 1.0 section 3), at `/.well-known/openid-configuration`.
    package static func metadata(of issuer: String) -> LoopbackResponse {
        LoopbackResponse(
            body: JSONWriter.object { metadata in
                metadata.member("issuer", issuer)
                metadata.member("jwks_uri", issuer + ".well-known/jwks.json")
                metadata.member("token_endpoint", issuer + "oauth/token")
                metadata.member("revocation_endpoint", issuer + "oauth/revoke")
                metadata.member("subject_types_supported", ["public"])
                metadata.member("id_token_signing_alg_values_supported", ["ES256", "RS256", "EdDSA"])
            })
    }

    /// The published keys, as the issuer answers with them and as a verifier needs them.
    package nonisolated var keySet: LoopbackResponse {
        LoopbackResponse(body: JSONWebKeySet.text(publishing: verificationKeys))
    }
    package nonisolated var verificationKeys: [VerificationKey] { keys.map(\.verificationKey) }
}
