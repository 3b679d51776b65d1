import JOSE
import JSON
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

    @Test(
        "signing the published payload gives the published token",
        arguments: [RFCExample.hs256, .rs256, .edDSA])
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
            #expect(throws: JOSEError.self, "character \(index)") { try CompactJWS.verify(changed, keys: keys) }
        }
    }

    @Test("the unsecured token of A.5 is refused under every key")
    func unsecuredToken() throws {
        let keys = try RFCExample.all.map { try $0.verificationKey }
        for keys in [keys, []] {
            #expect(throws: JOSEError.unsupportedAlgorithm) {
                try CompactJWS.verify(RFCExample.unsecured, keys: keys)
            }
        }
    }

    @Test("the claims of the examples are read and have expired")
    func exampleClaims() throws {
        let claims = try Claims(CompactJWS.verify(RFCExample.hs256.token, keys: [RFCExample.hs256.verificationKey]))
        #expect(claims.issuer == "joe")
        #expect(claims.expiration == 1_300_819_380)
        #expect(claims["http://example.com/is_root"]?.bool == true)
        #expect(throws: JOSEError.expired) { try claims.validateTimes(now: 1_790_000_000) }
        try claims.validateTimes(now: 1_300_819_379, skew: 0)
    }
}
