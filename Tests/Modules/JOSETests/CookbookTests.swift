import JOSE
import JSON
import Primitives
import TestSupport
import Testing

/// The examples of RFC 7520, RFC 7797 and RFC 8037 from the IETF working group's cookbook.
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
        #expect(try CompactJWS.sign(payload, headerBytes: header, key: key) == compact)
        #expect(try CompactJWS.verify(compact, keys: [key.verificationKey]).payload == payload)
    }

    @Test(
        "tokens of algorithms that are not accepted are refused",
        arguments: [("jws/4_2.rsa-pss_signature", "PS384"), ("jws/4_3.ecdsa_signature", "ES512")])
    func algorithmsThatAreNotAccepted(name: String, algorithm: String) throws {
        let (input, output, _) = try Self.read(name)
        #expect(input["alg"]?.string == algorithm)
        let keys = try RFCExample.all.map { try $0.verificationKey }
        let compact = try #require(output["compact"]?.string)
        #expect(throws: JOSEError.unsupportedAlgorithm) { try CompactJWS.verify(compact, keys: keys) }
    }

    @Test("an unencoded payload (RFC 7797) is refused")
    func unencodedPayload() throws {
        let (input, output, _) = try Self.read("rfc7797/hmac-sha2_b64_false")
        let key = try VerificationKey(jwk: try #require(input["key"]))
        let compact = try #require(output["compact"]?.string)
        #expect(throws: JOSEError.unsupportedHeaderParameter("crit")) { try CompactJWS.verify(compact, keys: [key]) }
    }
}
