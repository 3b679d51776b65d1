private import JOSE
internal import JSON
private import Primitives

/// What Authsignal's tokens look like, for making look-alikes.
///
/// Only what belongs to the tenant is taken over from a real token. Any member that is not known here may be about the
/// user the token was made for, and is left out.
struct LookAlike {
    private let header: String
    private let claims: JSONValue
    private let signatureBytes: Int

    /// The look of a real token; nil if it does not have the expected form.
    init?(of token: String) {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let payload = Base64URL.decode(String(parts[1])),
            let claims = try? JSONValue(parsing: payload), claims["sub"] != nil, claims["exp"] != nil
        else { return nil }
        header = String(parts[0])
        self.claims = claims
        signatureBytes = parts[2].utf8.count * 3 / 4
    }

    /// A made-up look in the documented form, with a tenant that does not exist.
    init?(tenantID: String, publishableKey: String) {
        let issuer = "https://challenge.authsignal.com/\(tenantID)"
        let claims = JSONWriter.object { claims in
            claims.member("iat", 0)
            claims.member("sub", "")
            claims.member("other") { other in
                other.member("tenantId", tenantID)
                other.member("publishableKey", publishableKey)
                for name in ["userId", "actionCode", "idempotencyKey", "username"] { other.member(name, "") }
            }
            claims.member("scope", "read:authenticators")
            claims.member("exp", Self.usualLifetime)
            claims.member("aud", issuer)
            claims.member("iss", issuer)
        }
        guard let parsed = try? JSONValue(parsing: claims) else { return nil }
        header = Base64URL.encode(Array(#"{"alg":"HS256","typ":"JWT"}"#.utf8))
        self.claims = parsed
        signatureBytes = 32
    }

    /// The user that a look-alike is for.
    struct Owner {
        let subject: String
        let userName: String
        let actionCode: String
        let idempotencyKey: String
    }

    /// A token of this look with random bytes for its signature; nil if there are none.
    /// - Parameters:
    ///   - now: seconds since 1970.
    ///   - random: makes that many random bytes.
    func token(for owner: Owner, now: Int64, random: (Int) -> [UInt8]?) -> String? {
        let payload = JSONWriter.object { written in
            for (name, value) in claims.members {
                switch name {
                case "sub": written.member(name, owner.subject)
                case "iat": written.member(name, now)
                case "exp": written.member(name, now + lifetime)
                case "iss", "aud", "scope": written.member(name, raw: value.bytes)
                case "other": written.member(name) { other in write(value, for: owner, into: &other) }
                default: break
                }
            }
        }
        guard let signature = random(signatureBytes) else { return nil }
        return "\(header).\(Base64URL.encode(payload)).\(Base64URL.encode(signature))"
    }

    /// How long a token of this look lives, in seconds: as long as the real one if its times make sense.
    private var lifetime: Int64 {
        guard let expiration = claims["exp"]?.integer, let issuedAt = claims["iat"]?.integer else {
            return Self.usualLifetime
        }
        let (lifetime, overflows) = expiration.subtractingReportingOverflow(issuedAt)
        return !overflows && 1...86_400 ~= lifetime ? lifetime : Self.usualLifetime
    }

    private static let usualLifetime: Int64 = 600

    private func write(_ other: JSONValue, for owner: Owner, into written: inout JSONWriter) {
        for (name, value) in other.members {
            switch name {
            case "userId": written.member(name, owner.subject)
            case "username": written.member(name, owner.userName)
            case "actionCode": written.member(name, owner.actionCode)
            case "idempotencyKey": written.member(name, owner.idempotencyKey)
            case "tenantId", "publishableKey": written.member(name, raw: value.bytes)
            default: break
            }
        }
    }
}
