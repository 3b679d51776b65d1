private import CognitoTriggers
private import JOSE
private import JSON
internal import LambdaRuntime
private import OpenSSLCrypto
private import Primitives

/// Makes tokens in place of Authsignal's, for unknown and held users.
///
/// It always has the form that Authsignal documents, with a made-up tenant. Nothing of a real token goes into it, so
/// decoding it or sending it to Authsignal's API reveals that it is made up; at Cognito's API the parameters look the
/// same.
struct LookAlike {
    private let secret: [UInt8]
    private let actionCode: String
    private let tenantID: String
    private let publishableKey: String

    /// How long a token of the documented form lives, in seconds.
    private static let lifetime: Int64 = 600
    /// Authsignal's pre-built page up to the token.
    private static let page = "https://mfa.authsignal.com/?token="
    private static let header = Base64URL.encode(Array(#"{"alg":"HS256","typ":"JWT"}"#.utf8))

    /// Look-alikes whose made-up values follow from a secret, so that all processes make the same ones.
    init(secret: [UInt8], actionCode: String) {
        self.secret = secret
        self.actionCode = actionCode
        tenantID = Self.uuid("tenant", secret)
        publishableKey = Self.uuid("publishable-key", secret)
    }

    private static func uuid(_ label: String, _ secret: [UInt8]) -> String {
        let code = HMACSHA256.authenticationCode(for: Array("look-alike \(label)".utf8), key: secret)
        return UUIDText.version4(Array(code.prefix(16)))
    }

    /// A token for a round that cannot be won.
    /// - Parameters:
    ///   - key: the round's idempotency key.
    ///   - now: seconds since 1970.
    ///   - signature: 32 random bytes.
    func token(in round: Round, key: String, now: Int64, signature: [UInt8]) -> IssuedToken {
        let unknown = Self.subject(ofUnknownUser: round.userName, secret)
        let subject = round.account?.sub ?? unknown
        // In pools with sign-in by address, a user's name is the `sub`. So if the caller typed an address, a real
        // user's name would not be that address.
        let isAddress =
            round.userName.utf8.contains(UInt8(ascii: "@")) || round.userName.utf8.first == UInt8(ascii: "+")
        let userName = round.account == nil && isAddress ? unknown : round.userName
        let issuer = "https://challenge.authsignal.com/\(tenantID)"
        let claims = JSONWriter.object { claims in
            claims.member("iat", now)
            claims.member("sub", subject)
            claims.member("other") { other in
                other.member("tenantId", tenantID)
                other.member("publishableKey", publishableKey)
                other.member("userId", subject)
                other.member("actionCode", actionCode)
                other.member("idempotencyKey", key)
                other.member("username", userName)
            }
            claims.member("scope", "read:authenticators")
            claims.member("exp", now + Self.lifetime)
            claims.member("aud", issuer)
            claims.member("iss", issuer)
        }
        let text = "\(Self.header).\(Base64URL.encode(claims)).\(Base64URL.encode(signature))"
        return IssuedToken(
            text: text, url: Self.page + text, isEnrolled: true,
            round: TokenRound(key: key, subject: subject, isClosed: true))
    }

    /// Stands in for the `sub` of a user that Cognito does not know: the same whenever a name is typed, in the form
    /// that new pools give their users.
    private static func subject(ofUnknownUser name: String, _ secret: [UInt8]) -> String {
        let code = HMACSHA256.authenticationCode(for: Array("unknown user \(name.lowercased())".utf8), key: secret)
        var bytes = Array(code.prefix(16))
        bytes[6] = 0x70
        bytes[8] = 0xC0 | bytes[8] & 0x1F
        return UUIDText.text(of: bytes)
    }
}
