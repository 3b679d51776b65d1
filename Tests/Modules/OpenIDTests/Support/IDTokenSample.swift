import JOSE
import JSON
import OpenID
import OpenSSLCrypto
import TestKeys

/// Keys and tokens that several suites use.
enum IDTokenSample {
    static let kinds: [KeyKind] = [.rsa, .p256, .ed25519]

    static func key(_ kind: KeyKind = .p256, _ id: String? = "one") throws -> SigningKey {
        try SigningKey(PrivateKey.generate(kind), keyID: id)
    }

    /// A token issued now for an hour, with some claims replaced by JSON texts; nil removes a claim.
    static func token(
        _ key: SigningKey, at now: Int64, _ changes: [String: String?] = [:], type: String? = "JWT"
    ) throws -> String {
        try CompactJWS.sign(payload(at: now, changes), type: type, key: key)
    }

    static func payload(at now: Int64, _ changes: [String: String?] = [:]) -> [UInt8] {
        let seconds = now / 1_000
        var claims: [String: String?] = [
            "iss": #""\#(FakeIssuer.issuer)""#, "sub": #""auth0|123""#, "aud": #""app""#, "iat": String(seconds),
            "exp": String(seconds + 3_600),
        ]
        claims.merge(changes) { $1 }
        return JSONWriter.object { object in
            for (name, value) in claims.sorted(by: { $0.key < $1.key }) {
                if let value { object.member(name, raw: value.utf8) }
            }
        }
    }
}
