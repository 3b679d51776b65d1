internal import JOSE
internal import JSON
internal import OpenSSLCrypto
internal import TestKeys

/// A local stand-in for an OpenID issuer: its metadata and its keys, which are new in every run. A user pool, whose
/// issuer is a path below this one, publishes the same keys.
package actor IssuerStandIn: StandIn {
    /// The published keys, one of each kind, with the kind's name as `kid`.
    nonisolated let keys: [SigningKey]
    /// An unpublished key with the `kid` of the first published key.
    nonisolated let foreignKey: SigningKey
    /// An unpublished key with a `kid` of its own.
    nonisolated let unpublishedKey: SigningKey

    private var address = ""

    /// A stand-in with new keys.
    ///
    /// - Throws: `CryptoError` or `JOSEError` if the keys cannot be made.
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

    /// The issuer, with a slash at its end. The issuer `out/` below it always fails.
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
        case (_, let path) where path.hasPrefix("/out/"): return .emptyObject(503)
        case ("GET", let path) where path.hasSuffix("/.well-known/jwks.json"): return keySet
        default: return .emptyObject(404)
        }
    }

    private var keySet: StandInResponse {
        StandInResponse(body: JSONWebKeySet.text(publishing: keys.map(\.verificationKey)))
    }
}
