import Foundation
import OpenSSLCrypto
import TestSupport
import Testing

/// The parts of a file of Wycheproof vectors that are used here.
private struct VectorFile: Decodable {
    struct Group: Decodable {
        struct Key: Decodable {
            let uncompressed: String?
            let pk: String?
            let modulus: String?
            let publicExponent: String?
        }
        struct Case: Decodable {
            let tcId: Int
            let comment: String
            let result: String
            let msg: String
            let sig: String?
            let key: String?
            let tag: String?
        }
        let publicKey: Key?
        let tests: [Case]
    }
    let numberOfTests: Int
    let testGroups: [Group]

    init(_ name: String) throws {
        let bytes = try Vectors.bytes("wycheproof/\(name)_test.json")
        self = try JSONDecoder().decode(VectorFile.self, from: Data(bytes))
    }
}

/// Cases labelled "acceptable" are signatures that leave out the NULL of the hash's identifier. OpenSSL refuses them,
/// which RFC 8017 appendix A.2.4 allows, and so does every verifier here.
@Suite("Wycheproof vectors of primitives", .enabled(if: Vectors.has("wycheproof")))
struct PrimitivesWycheproofTests {
    @Test("HMAC-SHA256: every code gets the result of its label, truncated ones by their first bytes")
    func hmacCodes() throws {
        let file = try VectorFile("hmac_sha256")
        var count = 0
        for test in file.testGroups.flatMap(\.tests) {
            let tag = hex(try #require(test.tag))
            let code = HMACSHA256.authenticationCode(for: hex(test.msg), key: hex(try #require(test.key)))
            let agrees = constantTimeEqual(Array(code.prefix(tag.count)), tag)
            #expect(agrees == (test.result == "valid"), "tcId \(test.tcId) \(test.comment)")
            count += 1
        }
        #expect(count == file.numberOfTests)
    }

    @Test(
        "every signature gets the result of its label",
        arguments: [
            ("ecdsa_secp256r1_sha256_p1363", .raw),
            ("ecdsa_secp256r1_sha256", .der),
            ("ed25519", .der),
            ("rsa_signature_2048_sha256", .der),
            ("rsa_signature_3072_sha256", .der),
            ("rsa_signature_4096_sha256", .der),
        ] as [(String, ECDSAForm)])
    func signatures(name: String, form: ECDSAForm) throws {
        let file = try VectorFile(name)
        var count = 0
        for group in file.testGroups {
            let components = try Self.components(try #require(group.publicKey))
            count += group.tests.count
            if case .rsa(_, let exponent) = components, exponent == [3] {
                // A small exponent is refused when the key is made, before any signature is checked.
                #expect(throws: CryptoError.invalidKey) { try PublicKey(components) }
                continue
            }
            let key = try PublicKey(components)
            for test in group.tests {
                let valid = key.isValid(hex(try #require(test.sig)), of: hex(test.msg), ecdsa: form)
                #expect(valid == (test.result == "valid"), "tcId \(test.tcId) \(test.comment)")
            }
        }
        #expect(count == file.numberOfTests)
    }

    private static func components(_ key: VectorFile.Group.Key) throws -> PublicKeyComponents {
        if let point = key.uncompressed.map(hex) { return .p256(x: Array(point[1..<33]), y: Array(point[33...])) }
        if let bytes = key.pk { return .ed25519(hex(bytes)) }
        return .rsa(modulus: hex(try #require(key.modulus)), exponent: hex(try #require(key.publicExponent)))
    }
}
