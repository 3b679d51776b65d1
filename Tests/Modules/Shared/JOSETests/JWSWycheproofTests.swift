import JOSE
import JSON
import Primitives
import TestSupport
import Testing

@Suite("Wycheproof vectors of JWS", .enabled(if: Vectors.has("wycheproof")))
struct JWSWycheproofTests {
    private static let folder = "wycheproof/"

    /// The file's wrong labels with the right ones, from the list beside the file.
    private static func corrections() throws -> [Int64: String] {
        let list = try JSONValue(parsing: Vectors.bytes(folder + "known-label-defects.json"))
        let defects = try #require(list["defects"]).elements.compactMap { defect in
            defect["tcId"]?.integer.flatMap { id in defect["expect"]?.string.map { (id, $0) } }
        }
        try #require(defects.count == 4)
        return Dictionary(uniqueKeysWithValues: defects)
    }

    /// The error for a key that must not be used because its algorithm, curve or purpose is another.
    private static func refusal(of key: JSONValue) -> JOSEError? {
        if key["crv"]?.string == "P-521" { return .unsupportedKey }
        if let algorithm = key["alg"]?.string, JWSAlgorithm(rawValue: algorithm) == nil { return .wrongKeyAlgorithm }
        if key["use"]?.string == "enc" || key["key_ops"]?.elements.first?.string == "encrypt" { return .wrongKeyUse }
        return nil
    }

    @Test("every case gets the result of its label, or its key is refused because it has another purpose")
    func everyCase() throws {
        let corrections = try Self.corrections()
        let file = try JSONValue(parsing: Vectors.bytes(Self.folder + "json_web_signature_test.json"))
        var (judged, withoutKey) = (0, 0)
        for group in try #require(file["testGroups"]).elements {
            let jwk = try #require(group["public"] ?? group["private"])
            let tests = try #require(group["tests"]).elements
            if let error = Self.refusal(of: jwk) {
                #expect(throws: error) { try VerificationKey(jwk: jwk) }
                withoutKey += tests.count
                continue
            }
            let key = try VerificationKey(jwk: jwk)
            for test in tests {
                let id = try #require(test["tcId"]?.integer)
                let token = try #require(test["jws"]?.string)
                let expected = try #require(corrections[id] ?? test["result"]?.string) == "valid"
                let accepted = (try? CompactJWS.verify(token, keys: [key])) != nil
                #expect(accepted == expected, "tcId \(id) \(test["comment"]?.string ?? "")")
            }
            judged += tests.count
        }
        #expect(judged == 312)
        #expect(withoutKey == 89)
        #expect(file["numberOfTests"]?.integer == 401)
    }

    @Test("tokens of PS256 and RS512 are refused by their header if the RSA key's JWK has no alg")
    func otherAlgorithms() throws {
        let file = try JSONValue(parsing: Vectors.bytes(Self.folder + "json_web_signature_test.json"))
        var count = 0
        for group in try #require(file["testGroups"]).elements {
            let jwk = try #require(group["public"] ?? group["private"])
            guard let n = jwk["n"]?.string, let algorithm = jwk["alg"]?.string, algorithm != "RS256" else { continue }
            let key = try VerificationKey(jwk: JOSEFixture.json(#"{"kty":"RSA","n":"\#(n)","e":"AQAB"}"#))
            for token in try #require(group["tests"]).elements.compactMap({ $0["jws"]?.string }) {
                let header = try JSONValue(parsing: #require(Base64URL.decode(String(token.prefix { $0 != "." }))))
                // A few cases are RS256 tokens under a key for PS256: only the JWK's own `alg` reveals that.
                guard header["alg"]?.string != "RS256" else { continue }
                #expect(throws: JOSEError.unsupportedAlgorithm) { try CompactJWS.verify(token, keys: [key]) }
                count += 1
            }
        }
        #expect(count == 82)
    }
}
