internal import Foundation
internal import JSON
internal import StandIns

/// A user pool's access token before it is signed, as the placeholder `accessToken` describes it.
struct AccessTokenTemplate {
    /// The arguments that the placeholder takes.
    static let arguments: Set<String> = [
        "issuer", "subject", "username", "client", "use", "scope", "signInAge", "age", "lifetime", "type", "signedBy",
    ]
    /// The user and the app client's id if the placeholder names none.
    static let subject = "7d1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f11"
    static let client = "replay-app-client"

    private let payload: [UInt8]
    private let type: String?
    private let signer: String

    /// A token for the arguments of a placeholder.
    ///
    /// - Parameters:
    ///   - issuer: the issuer if the placeholder names none.
    ///   - signInAge: how many seconds ago the user signed in.
    init(_ arguments: [String: String], issuer: String, signInAge: Int64, age: Int64, lifetime: Int64) {
        let now = Int64(Date().timeIntervalSince1970)
        let subject = arguments["subject"] ?? Self.subject
        payload = JSONWriter.object { claims in
            claims.member("sub", subject)
            claims.member("iss", arguments["issuer"] ?? issuer)
            claims.member("client_id", arguments["client"] ?? Self.client)
            claims.member("token_use", arguments["use"] ?? "access")
            claims.member("scope", arguments["scope"] ?? "aws.cognito.signin.user.admin")
            claims.member("auth_time", now - signInAge)
            claims.member("exp", now - age + lifetime)
            claims.member("iat", now - age)
            claims.member("jti", "0f7b6d0c-0c55-4d55-8f0e-2c7f2d0f7a11")
            claims.member("username", arguments["username"] ?? subject)
        }
        type = arguments["type"]
        signer = arguments["signedBy"] ?? "RS256"
    }

    /// The token, signed with the key that the placeholder names.
    func signed(by issuer: IssuerStandIn) throws -> String { try issuer.sign(payload, type: type, by: signer) }
}
