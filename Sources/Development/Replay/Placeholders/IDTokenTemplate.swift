internal import Foundation
internal import JSON
internal import StandIns

/// An ID token before it is signed, as the placeholder `idToken` describes it.
struct IDTokenTemplate {
    /// The arguments that the placeholder takes.
    static let arguments: Set<String> = [
        "issuer", "subject", "audience", "authorizedParty", "nonce", "age", "lifetime", "email", "verifiedEmail",
        "type", "signedBy",
    ]
    /// The user at the issuer and the client id if the placeholder names none.
    static let subject = "auth0|5f7c8ec7c33c6c004bbafe82"
    static let audience = "replay-app"

    private let payload: [UInt8]
    private let type: String
    private let signer: String

    /// A token for the arguments of a placeholder.
    ///
    /// - Parameter issuer: the issuer if the placeholder names none.
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
            claims.member("email", ifPresent: arguments["verifiedEmail"] ?? arguments["email"])
            if arguments["verifiedEmail"] != nil { claims.member("email_verified", true) }
        }
        type = arguments["type"] ?? "JWT"
        signer = arguments["signedBy"] ?? "ES256"
    }

    /// The token, signed with the key that the placeholder names.
    func signed(by issuer: IssuerStandIn) throws -> String { try issuer.sign(payload, type: type, by: signer) }
}
