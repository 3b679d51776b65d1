internal import Essentials
internal import JSON
internal import StandIns

/// A token of the issuer before it is signed, as a placeholder describes it.
struct IssuerTokenTemplate {
    /// The user of an access token if the placeholder names none.
    static let subject = "7d1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f11"

    private let payload: [UInt8]
    private let type: String?
    private let signer: String

    /// The token, signed with the key that the placeholder names.
    func signed(by issuer: IssuerStandIn) throws -> String { try issuer.sign(payload, type: type, by: signer) }

    /// An ID token. Without an issuer in the placeholder's arguments, it is of `issuer`.
    static func idToken(_ placeholder: Placeholder, issuer: String) throws(ReplayError) -> IssuerTokenTemplate {
        try placeholder.requireArguments(among: [
            "issuer", "subject", "audience", "authorizedParty", "nonce", "age", "lifetime", "email", "verifiedEmail",
            "type", "signedBy",
        ])
        let arguments = placeholder.arguments
        let (issuedAt, lifetime) = try times(placeholder)
        let payload = JSONWriter.object { claims in
            claims.member("iss", arguments["issuer"] ?? issuer)
            claims.member("sub", arguments["subject"] ?? "auth0|5f7c8ec7c33c6c004bbafe82")
            claims.member("aud", arguments["audience"] ?? "replay-app")
            claims.member("iat", issuedAt)
            claims.member("exp", issuedAt + lifetime)
            claims.member("azp", ifPresent: arguments["authorizedParty"])
            claims.member("nonce", ifPresent: arguments["nonce"])
            claims.member("email", ifPresent: arguments["verifiedEmail"] ?? arguments["email"])
            if arguments["verifiedEmail"] != nil { claims.member("email_verified", true) }
        }
        return .init(payload: payload, type: arguments["type"] ?? "JWT", signer: arguments["signedBy"] ?? "ES256")
    }

    /// A user pool's access token. Without an issuer in the placeholder's arguments, it is of `issuer`.
    static func accessToken(_ placeholder: Placeholder, issuer: String) throws(ReplayError) -> IssuerTokenTemplate {
        try placeholder.requireArguments(among: [
            "issuer", "subject", "username", "client", "use", "scope", "signInAge", "age", "lifetime", "type",
            "signedBy",
        ])
        let arguments = placeholder.arguments
        let (issuedAt, lifetime) = try times(placeholder)
        let signedInAt = Int64(Date().timeIntervalSince1970) - (try placeholder.seconds("signInAge") ?? 0)
        let subject = arguments["subject"] ?? Self.subject
        let payload = JSONWriter.object { claims in
            claims.member("sub", subject)
            claims.member("iss", arguments["issuer"] ?? issuer)
            claims.member("client_id", arguments["client"] ?? "replay-app-client")
            claims.member("token_use", arguments["use"] ?? "access")
            claims.member("scope", arguments["scope"] ?? "aws.cognito.signin.user.admin")
            claims.member("auth_time", signedInAt)
            claims.member("exp", issuedAt + lifetime)
            claims.member("iat", issuedAt)
            claims.member("jti", "0f7b6d0c-0c55-4d55-8f0e-2c7f2d0f7a11")
            claims.member("username", arguments["username"] ?? subject)
        }
        return .init(payload: payload, type: arguments["type"], signer: arguments["signedBy"] ?? "RS256")
    }

    /// When the token was issued, in seconds since 1970, and how long it is valid.
    private static func times(_ placeholder: Placeholder) throws(ReplayError) -> (issuedAt: Int64, lifetime: Int64) {
        let now = Int64(Date().timeIntervalSince1970)
        return (now - (try placeholder.seconds("age") ?? 0), try placeholder.seconds("lifetime") ?? 3_600)
    }
}
