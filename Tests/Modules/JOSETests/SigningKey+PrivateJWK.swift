import JOSE
import JSON
import Primitives
import TestKeys
import Testing

extension SigningKey {
    /// A key from a JSON Web Key with its private members, as RFCs print them with their examples (RFC 7518 section 6,
    /// RFC 8037 section 2).
    init(privateJWK json: JSONValue) throws {
        func bytes(_ name: String) throws -> [UInt8] {
            try #require(json[name]?.string.flatMap { Base64URL.decode($0) }, "\(name)")
        }
        let keyID = json["kid"]?.string
        let components: PrivateKeyComponents
        switch try #require(json["kty"]?.string) {
        case "oct":
            try self.init(hs256Secret: bytes("k"), keyID: keyID)
            return
        case "RSA":
            components = .rsa(
                RSAPrivateNumbers(
                    n: try bytes("n"), e: try bytes("e"), d: try bytes("d"), p: try bytes("p"), q: try bytes("q"),
                    dp: try bytes("dp"), dq: try bytes("dq"), qi: try bytes("qi")))
        case "EC": components = .p256(scalar: try bytes("d"))
        default: components = .ed25519(seed: try bytes("d"))
        }
        try self.init(PrivateKey(components), keyID: keyID)
        // The public members printed are those of this key.
        let published = try #require(try verificationKey.publicJWK.map { try JSONValue(parsing: $0) })
        for name in ["n", "e", "crv", "x", "y"] { #expect(published[name]?.string == json[name]?.string) }
    }
}
