internal import JOSE
internal import JSON
internal import Primitives
internal import TestKeys

extension FuzzTarget {
    private static let published = JSONTree(
        text: JSONWebKeySet.text(publishing: Keys.all.map(\.verificationKey) + [rsa]))
    private static let rsa = certain("an RSA key") {
        // A modulus of the right size; whether it is a product of primes makes no difference to a reader.
        let modulus = Base64URL.encode([0xC1] + [UInt8](repeating: 0x5B, count: 254) + [0x17])
        return try VerificationKey(
            jwk: JSONValue(parsing: Array(#"{"kty":"RSA","e":"AQAB","kid":"four","n":"\#(modulus)"}"#.utf8)))
    }

    /// Published JWK sets.
    static let keySet = FuzzTarget(
        name: "jwks",
        seeds: {
            let files = SampleFiles.vectors("jose-cookbook/jwk").map {
                Array("{\"keys\":[".utf8) + $0 + Array("]}".utf8)
            }
            var seeds: [[UInt8]] = [[1, 0], [1, 1, 0, 2, 5, 0, 1], [1, 2, 0, 1, 6, 4, 5, 1, 0, 0, 5]]
            for file in [published.bytes] + files { seeds.append([0] + file) }
            return seeds
        },
        words: [
            "\"kty\":\"OKP\"", "\"crv\":\"Ed25519\"", "\"crv\":\"P-256\"", "\"use\":\"enc\"",
            "\"key_ops\":[\"verify\"]",
            "\"d\":\"AA\"", "\"alg\":\"ES256\"", "\"kid\":", "\"x5c\":", "\"kty\":\"oct\"",
        ]
    ) { input in
        var choices = Choices(input[...])
        let isText = choices.index(below: 2) == 0
        let text = isText ? choices.remainder() : published.edited(by: &choices).bytes
        let set: JSONWebKeySet
        do throws(JOSEError) { set = try JSONWebKeySet(parsing: text) } catch {
            require("the published keys are read: \(error)", text != published.bytes)
            return
        }
        require("a shared secret is never taken from a set", set.keys.allSatisfy { $0.algorithm != .hs256 })
        let bounded = set.keys.count + set.leftOut.count
        require("every entry is used or left out", bounded <= 64)
        let again = certain("keys can be published again") {
            try JSONWebKeySet(parsing: JSONWebKeySet.text(publishing: set.keys))
        }
        require("keys published again are the same", again.keys.map(\.publicJWK) == set.keys.map(\.publicJWK))
        if text == published.bytes { require("every public key is read", set.keys.count == 3) }
    }
}
