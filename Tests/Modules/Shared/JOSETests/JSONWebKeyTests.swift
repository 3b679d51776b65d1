import JOSE
import JSON
import OpenSSLCrypto
import TestKeys
import TestSupport
import Testing

@Suite("JSON Web Keys")
struct JSONWebKeyTests {
    static let k = "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow"
    static let point =
        #""x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0""#
    static let swapped =
        #""y":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","x":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0""#
    static let d = "jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI"
    static let edX = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"
    /// 1024 bits, which was once a secure size.
    static let shortModulus = String(repeating: "_", count: 170) + "w"

    static let accepted: [(String, JWSAlgorithm, String?)] = [
        (#"{"kty":"oct","k":"\#(k)"}"#, .hs256, nil),
        (#"{"kty":"oct","k":"\#(k)","alg":"HS256","use":"sig","key_ops":["sign","verify"],"kid":"a"}"#, .hs256, "a"),
        (#"{"kty":"EC","crv":"P-256",\#(point),"x5t":"ignored"}"#, .es256, nil),
        (#"{"kty":"EC","crv":"P-256",\#(point),"alg":"ES256","key_ops":["verify"],"kid":""}"#, .es256, ""),
        (#"{"kty":"OKP","crv":"Ed25519","x":"\#(edX)","alg":"EdDSA"}"#, .edDSA, nil),
    ]

    @Test("a key takes its algorithm from kty and crv", arguments: accepted)
    func acceptedKey(jwk: String, algorithm: JWSAlgorithm, keyID: String?) throws {
        let key = try VerificationKey(jwk: JOSEFixture.json(jwk))
        #expect(key.algorithm == algorithm)
        #expect(key.keyID == keyID)
    }

    static let refused: [(String, JOSEError)] = [
        ("{}", .invalidKey), ("[]", .invalidKey), ("null", .invalidKey), (#"{"kty":7}"#, .invalidKey),
        (#"{"kty":"oct"}"#, .invalidKey), (#"{"kty":"oct","k":7}"#, .invalidKey),
        (#"{"kty":"oct","k":"AAAA"}"#, .secretTooShort), (#"{"kty":"oct","k":"\#(k)="}"#, .invalidBase64URL),
        (#"{"kty":"oct","k":"\#(k)","alg":"HS384"}"#, .wrongKeyAlgorithm),
        (#"{"kty":"oct","k":"\#(k)","alg":"RS256"}"#, .wrongKeyAlgorithm),
        (#"{"kty":"oct","k":"\#(k)","alg":"none"}"#, .wrongKeyAlgorithm),
        (#"{"kty":"oct","k":"\#(k)","use":"enc"}"#, .wrongKeyUse),
        (#"{"kty":"oct","k":"\#(k)","use":"SIG"}"#, .wrongKeyUse),
        (#"{"kty":"oct","k":"\#(k)","use":["sig"]}"#, .invalidKey),
        (#"{"kty":"oct","k":"\#(k)","key_ops":["sign"]}"#, .wrongKeyUse),
        (#"{"kty":"oct","k":"\#(k)","key_ops":[]}"#, .wrongKeyUse),
        (#"{"kty":"oct","k":"\#(k)","key_ops":"verify"}"#, .invalidKey),
        (#"{"kty":"oct","k":"\#(k)","kid":1}"#, .invalidKey),
        // A Kelvin sign is canonically equivalent to a K.
        ("{\"kty\":\"O\u{212A}P\",\"crv\":\"Ed25519\",\"x\":\"\(edX)\"}", .unsupportedKey),
        (#"{"kty":"O\u212aP","crv":"Ed25519","x":"\#(edX)"}"#, .unsupportedKey),
        (#"{"kty":"OCT","k":"\#(k)"}"#, .unsupportedKey), (#"{"kty":"AKP"}"#, .unsupportedKey),
        (#"{"kty":"EC",\#(point)}"#, .unsupportedKey), (#"{"kty":"EC","crv":"P-384",\#(point)}"#, .unsupportedKey),
        (#"{"kty":"EC","crv":"secp256k1",\#(point)}"#, .unsupportedKey),
        (#"{"kty":"EC","crv":"P-256",\#(swapped)}"#, .invalidKey),
        (#"{"kty":"EC","crv":"P-256","x":"AAAA","y":"AAAA"}"#, .invalidKey),
        (#"{"kty":"EC","crv":"P-256",\#(point),"d":"\#(d)"}"#, .privateKeyPublished),
        (#"{"kty":"EC","crv":"P-256",\#(point),"alg":"ES384"}"#, .wrongKeyAlgorithm),
        (#"{"kty":"OKP","crv":"Ed448","x":"\#(edX)"}"#, .unsupportedKey),
        (#"{"kty":"OKP","crv":"X25519","x":"\#(edX)"}"#, .unsupportedKey),
        (#"{"kty":"OKP","crv":"Ed25519"}"#, .invalidKey),
        (#"{"kty":"OKP","crv":"Ed25519","x":"AAAA"}"#, .invalidKey),
        (#"{"kty":"RSA","n":"\#(shortModulus)","e":"AQAB"}"#, .unsupportedKey),
        (#"{"kty":"RSA","e":"AQAB"}"#, .invalidKey), (#"{"kty":"RSA","n":"","e":"AQAB"}"#, .invalidKey),
        (#"{"kty":"RSA","n":"AQAB","e":"AQAB","p":"AQAB"}"#, .privateKeyPublished),
        (#"{"kty":"RSA","n":"AQAB","e":"AQAB","alg":"RS512"}"#, .wrongKeyAlgorithm),
        (#"{"kty":"RSA","n":"AQAB","e":"AQAB","alg":"PS256"}"#, .wrongKeyAlgorithm),
        (#"{"kty":"RSA","n":"AQAB","e":"AQAB","alg":"HS256"}"#, .wrongKeyAlgorithm),
    ]

    @Test("a key that is unusable, contradicts itself or has another purpose is refused", arguments: refused)
    func refusedKey(jwk: String, error: JOSEError) throws {
        let json = try JOSEFixture.json(jwk)
        #expect(throws: error) { try VerificationKey(jwk: json) }
    }

    @Test("an RSA key with exponent 3 is refused")
    func smallRSAExponent() throws {
        let modulus = String(repeating: "_", count: 341) + "w"
        try expect(
            VerificationKey(jwk: JOSEFixture.json(#"{"kty":"RSA","n":"\#(modulus)","e":"AQAB"}"#)).algorithm,
            equals: .rs256)
        let json = try JOSEFixture.json(#"{"kty":"RSA","n":"\#(modulus)","e":"Aw"}"#)
        #expect(throws: JOSEError.invalidKey) { try VerificationKey(jwk: json) }
    }

    @Test("a key on P-384, for which no algorithm is accepted, neither signs nor verifies tokens")
    func keyOnP384() throws {
        let key = try PrivateKey.generate(.p384)
        #expect(throws: JOSEError.unsupportedKey) { try SigningKey(key) }
        #expect(throws: JOSEError.unsupportedKey) { try VerificationKey(key.publicKey) }
    }

    @Test(
        "the public JWK of a key is read back as the same key and holds no private members",
        arguments: JOSEFixture.keyKinds)
    func publicJWK(kind: KeyKind) throws {
        let key = try SigningKey(PrivateKey.generate(kind), keyID: "a \"key\"")
        let jwk = try #require(key.verificationKey.publicJWK)
        let read = try VerificationKey(jwk: JSONValue(parsing: jwk))
        #expect(read.publicJWK == jwk)
        #expect(read.keyID == key.keyID)
        try expect(JSONValue(parsing: jwk)["d"]) { $0 == nil }
        let token = try CompactJWS.sign([], type: nil, key: key)
        _ = try CompactJWS.verify(token, keys: [read])
    }

    @Test("a secret has no public JWK")
    func secretHasNoPublicJWK() throws {
        try expect(JOSEFixture.key.verificationKey.publicJWK, equals: nil)
    }
}
