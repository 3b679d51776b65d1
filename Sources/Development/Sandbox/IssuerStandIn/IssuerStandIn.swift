internal import FlyingFox
internal import Foundation
internal import JOSE
internal import JSON
internal import OpenSSLCrypto

/// A local stand-in of an OpenID issuer: its description of itself and its keys, which change from run to run. A user
/// pool, whose issuer is a path below, publishes the same keys.
package actor IssuerStandIn {
    /// The published keys, one of each kind, with the kind's name as `kid`.
    nonisolated let keys: [SigningKey]
    /// A key with the first one's `kid` that nobody has published.
    nonisolated let foreignKey: SigningKey
    /// A key that nobody has published, with a `kid` of its own.
    nonisolated let unpublishedKey: SigningKey

    private var server: LoopbackServer?

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

    /// Starts serving; returns the issuer, with a slash at its end. The issuer `out/` below it never answers well.
    ///
    /// - Throws: `SandboxError.serverNotStarted`.
    package func start() async throws(SandboxError) -> String {
        let server = try await LoopbackServer { [self] in await respond(to: $0) }
        self.server = server
        return "http://127.0.0.1:\(server.port)/"
    }

    /// Stops serving.
    package func stop() async { await server.take()?.stop() }

    private func respond(to request: HTTPRequest) -> HTTPResponse {
        let issuer = "http://127.0.0.1:\(server?.port ?? 0)/"
        switch (request.method, request.target.path()) {
        case (.GET, "/.well-known/openid-configuration"):
            return HTTPResponse(
                json: JSONWriter.object { description in
                    description.member("issuer", issuer)
                    description.member("jwks_uri", issuer + "jwks.json")
                })
        case (.GET, "/jwks.json"):
            return HTTPResponse(json: JSONWebKeySet.text(publishing: keys.map(\.verificationKey)))
        case (_, let path) where path.hasPrefix("/out/"):
            return HTTPResponse(json: Array("{}".utf8), status: .serviceUnavailable)
        case (.GET, let path) where path.hasSuffix("/.well-known/jwks.json"):
            return HTTPResponse(json: JSONWebKeySet.text(publishing: keys.map(\.verificationKey)))
        default:
            return HTTPResponse(json: Array("{}".utf8), status: .notFound)
        }
    }
}
