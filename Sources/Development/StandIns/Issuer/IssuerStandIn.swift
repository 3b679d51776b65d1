internal import JOSE
internal import JSON
internal import OpenSSLCrypto
internal import TestKeys

/// A local stand-in of an OpenID issuer: its description of itself and its keys, which change from run to run. A user
/// pool, whose issuer is a path below, publishes the same keys.
package actor IssuerStandIn: StandIn {
    /// The published keys, one of each kind, with the kind's name as `kid`.
    nonisolated let keys: [SigningKey]
    /// A key with the first one's `kid` that nobody has published.
    nonisolated let foreignKey: SigningKey
    /// A key that nobody has published, with a `kid` of its own.
    nonisolated let unpublishedKey: SigningKey

    private var address = ""

    /// A stand-in with new keys.
    ///
    /// - Throws: `CryptoError` or `JOSEError` when no keys can be made.
    package init() throws {
        keys = [
            try SigningKey(PrivateKey.generate(.p256), keyID: "ES256"),
            try SigningKey(PrivateKey.generate(.rsa), keyID: "RS256"),
            try SigningKey(PrivateKey.generate(.ed25519), keyID: "EdDSA"),
        ]
        foreignKey = try SigningKey(PrivateKey.generate(.p256), keyID: "ES256")
        unpublishedKey = try SigningKey(PrivateKey.generate(.p256), keyID: "unpublished")
    }

    package func mount(at address: String) { self.address = address }

    /// The issuer, with a slash at its end. The issuer `out/` below it never answers well.
    package var issuer: String { address + "/" }

    package func respond(to request: StandInRequest) -> StandInResponse {
        switch (request.method, String(request.path)) {
        case ("GET", "/.well-known/openid-configuration"):
            return StandInResponse(
                body: JSONWriter.object { description in
                    description.member("issuer", issuer)
                    description.member("jwks_uri", issuer + "jwks.json")
                })
        case ("GET", "/jwks.json"): return keySet
        case (_, let path) where path.hasPrefix("/out/"): return .nothing(503)
        case ("GET", let path) where path.hasSuffix("/.well-known/jwks.json"): return keySet
        default: return .nothing(404)
        }
    }

    private var keySet: StandInResponse {
        StandInResponse(body: JSONWebKeySet.text(publishing: keys.map(\.verificationKey)))
    }
}
