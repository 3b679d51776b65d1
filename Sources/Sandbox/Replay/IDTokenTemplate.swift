internal import Foundation
internal import JOSE
internal import JSON

/// An ID token before it is signed, as the placeholder `idToken` describes it.
struct IDTokenTemplate {
    /// The arguments that the placeholder takes.
    static let arguments: Set<String> = [
        "issuer", "subject", "audience", "authorizedParty", "nonce", "age", "lifetime", "email", "type", "signedBy",
    ]
    /// The user at the issuer, and the client id, where the placeholder names none.
    static let subject = "auth0|5f7c8ec7c33c6c004bbafe82"
    static let audience = "replay-app"

    private let payload: [UInt8]
    private let type: String
    private let signer: String

    /// A token for the arguments of a placeholder.
    ///
    /// - Parameter issuer: whose token it is where the placeholder does not say.
    init(_ arguments: [String: String], issuer: String, age: Int64, lifetime: Int64) {
        let issuedAt = Int64(Date().timeIntervalSince1970) - age
        payload = JSONWriter.object { claims in
            claims.member("iss", arguments["issuer"] ?? issuer)
            claims.member("sub", arguments["subject"] ?? Self.subject)
            claims.member("aud", arguments["audience"] ?? Self.audience)
            claims.member("iat", issuedAt)
            claims.member("exp", issuedAt + lifetime)
            claims.member("azp", ifPresent: arguments["authorizedParty"])
            claims.member("nonce", ifPresent: arguments["nonce"])
            claims.member("email", ifPresent: arguments["email"])
        }
        type = arguments["type"] ?? "JWT"
        signer = arguments["signedBy"] ?? "ES256"
    }

    /// The token, signed by one of the stand-in's keys, by a secret that is one of its public keys, or by nobody.
    func signed(by issuer: IssuerStandIn) throws -> String {
        switch signer {
        case "other": return try CompactJWS.sign(payload, type: type, key: issuer.foreignKey)
        case "unpublished": return try CompactJWS.sign(payload, type: type, key: issuer.unpublishedKey)
        case "secret":
            let published = issuer.keys.first?.verificationKey.publicJWK ?? []
            return try CompactJWS.sign(
                payload, type: type, key: SigningKey(hs256Secret: published, keyID: issuer.keys.first?.keyID))
        case "none":
            let header = #"{"alg":"none","typ":"\#(type)"}"#
            return Base64URL.encode(Array(header.utf8)) + "." + Base64URL.encode(payload) + "."
        default:
            guard let key = issuer.keys.first(where: { $0.keyID == signer }) else {
                throw Fault("signedBy is ES256, RS256, EdDSA, other, unpublished, secret or none")
            }
            return try CompactJWS.sign(payload, type: type, key: key)
        }
    }
}
