import JOSE
import JSON
import Primitives
import TestKeys
import TestSupport
import Testing

@Suite("Examples of RFC 7515 and RFC 8037")
struct RFCExampleTests {
    @Test("the published token verifies under the published key", arguments: RFCExample.all)
    func publishedTokenVerifies(example: RFCExample) throws {
        let token = try CompactJWS.verify(example.token, keys: [example.verificationKey])
        #expect(token.payload == Array(example.payload.utf8))
        #expect(token.algorithm == example.algorithm)
        #expect(Array(token.header.bytes) == Array(example.header.utf8))
        #expect(token.keyID == nil)
    }

    @Test("signing the published payload gives the published token", arguments: [RFCExample.hs256, .edDSA])
    func signingGivesThePublishedToken(example: RFCExample) throws {
        let key = try SigningKey(privateJWK: example.jwkValue)
        let token = try CompactJWS.sign(
            Array(example.payload.utf8), headerBytes: Array(example.header.utf8), key: key)
        #expect(token == example.token)
    }

    @Test("the published token does not verify under any other example's key", arguments: RFCExample.all)
    func otherKeysDoNotVerify(example: RFCExample) throws {
        let others = try RFCExample.all.filter { $0.algorithm != example.algorithm }.map { try $0.verificationKey }
        #expect(throws: JOSEError.algorithmMismatch) { try CompactJWS.verify(example.token, keys: others) }
    }

    @Test("the published token is refused if any one of its characters is replaced", arguments: RFCExample.all)
    func replacedCharacter(example: RFCExample) throws {
        let keys = [try example.verificationKey]
        let characters = Array(example.token.utf8)
        for index in characters.indices {
            var changed = characters
            changed[index] = changed[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            let token = String(decoding: changed, as: UTF8.self)
            #expect(throws: JOSEError.self, "character \(index)") { try CompactJWS.verify(token, keys: keys) }
        }
    }
}

/// The examples of RFC 7520 and RFC 8037 from the IETF working group's cookbook.
@Suite("JOSE cookbook", .enabled(if: Vectors.has("jose-cookbook")))
struct CookbookTests {
    private static func read(_ name: String) throws -> (input: JSONValue, output: JSONValue, header: [UInt8]) {
        let file = try JSONValue(parsing: Vectors.bytes("jose-cookbook/\(name).json"))
        let header = try #require(file["signing"]?["protected_b64u"]?.string)
        return (try #require(file["input"]), try #require(file["output"]), try #require(Base64URL.decode(header)))
    }

    @Test(
        "signing gives the published compact form, which verifies",
        arguments: ["jws/4_1.rsa_v15_signature", "jws/4_4.hmac-sha2_integrity_protection", "curve25519/jws"])
    func signingReproducesTheExample(name: String) throws {
        let (input, output, header) = try Self.read(name)
        let key = try SigningKey(privateJWK: try #require(input["key"]))
        let payload = Array(try #require(input["payload"]?.string).utf8)
        let compact = try #require(output["compact"]?.string)
        try expect(CompactJWS.sign(payload, headerBytes: header, key: key), equals: compact)
        try expect(CompactJWS.verify(compact, keys: [key.verificationKey]).payload, equals: payload)
    }
}

/// An example that an RFC publishes: a private key, and a token signed with it.
struct RFCExample: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let algorithm: JWSAlgorithm
    /// The private JWK, without `alg` or `kid`, as the RFCs print it.
    let jwk: String
    let header: String
    let payload: String
    let token: String

    var jwkValue: JSONValue {
        get throws { try JSONValue(parsing: Array(jwk.utf8)) }
    }

    /// The key that verifies the token.
    var verificationKey: VerificationKey {
        get throws { try SigningKey(privateJWK: jwkValue).verificationKey }
    }

    static let all = [hs256, es256, edDSA]

    static let hs256 = RFCExample(
        testDescription: "RFC 7515 A.1, HS256", algorithm: .hs256,
        jwk: """
            {"kty":"oct","k":"AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZ\
            r1Z9CAow"}
            """,
        header: "{\"typ\":\"JWT\",\r\n \"alg\":\"HS256\"}",
        payload: payload,
        token: """
            eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA\
            6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk
            """)

    static let es256 = RFCExample(
        testDescription: "RFC 7515 A.3, ES256", algorithm: .es256,
        jwk: """
            {"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","y":"x_FEzRu9m36HLN_\
            tue659LNpXW6pCyStikYjKIWI5a0","d":"jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI"}
            """,
        header: "{\"alg\":\"ES256\"}",
        payload: payload,
        token: """
            eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9\
            pc19yb290Ijp0cnVlfQ.DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqP\
            P3-Kg6NU1Q
            """)

    static let edDSA = RFCExample(
        testDescription: "RFC 8037 A.4, EdDSA", algorithm: .edDSA,
        jwk: """
            {"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo","d":"nWGxne_9WmC6\
            hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"}
            """,
        header: "{\"alg\":\"EdDSA\"}",
        payload: "Example of Ed25519 signing",
        token: """
            eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc.hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AI\
            bQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg
            """)

    /// The claims that RFC 7515's examples share, including line breaks.
    private static let payload =
        "{\"iss\":\"joe\",\r\n \"exp\":1300819380,\r\n \"http://example.com/is_root\":true}"
}
