import JOSE
import OpenSSLCrypto
import TestKeys
import Testing

@Suite("Which key verifies a token")
struct KeySelectionTests {
    private static func key(_ secret: [UInt8], _ keyID: String? = nil) throws -> SigningKey {
        try SigningKey(hs256Secret: secret, keyID: keyID)
    }

    private static func sign(_ key: SigningKey) throws -> String {
        try CompactJWS.sign(Array("{}".utf8), type: nil, key: key)
    }

    @Test("without kid, the previous secret is tried after the current one")
    func rotation() throws {
        let (old, new) = (try Self.key(Fixture.secret), try Self.key(Fixture.otherSecret))
        let keys = [new.verificationKey, old.verificationKey]
        _ = try CompactJWS.verify(Self.sign(old), keys: keys)
        _ = try CompactJWS.verify(Self.sign(new), keys: keys)
        #expect(throws: JOSEError.invalidSignature) { try CompactJWS.verify(Self.sign(old), keys: [keys[0]]) }
    }

    @Test("without kid, keys that have an identifier are tried too, and the one that fits is named")
    func named() throws {
        let keys = [try Self.key(Fixture.otherSecret, "one"), try Self.key(Fixture.secret, "two")].map(
            \.verificationKey)
        #expect(try CompactJWS.verify(Self.sign(Self.key(Fixture.secret)), keys: keys).keyID == "two")
    }

    @Test("with kid, only the key of that identifier is tried")
    func keyID() throws {
        let (one, two) = (try Self.key(Fixture.secret, "one"), try Self.key(Fixture.otherSecret, "two"))
        let keys = [one.verificationKey, two.verificationKey]
        #expect(try CompactJWS.verify(Self.sign(one), keys: keys).keyID == "one")
        let misnamed = try Self.sign(Self.key(Fixture.secret, "two"))
        #expect(throws: JOSEError.invalidSignature) { try CompactJWS.verify(misnamed, keys: keys) }
        for unknown in ["three", "One", "one ", "", "o\u{0}ne"] {
            let token = try Self.sign(Self.key(Fixture.secret, unknown))
            #expect(throws: JOSEError.unknownKeyID) { try CompactJWS.verify(token, keys: keys) }
        }
    }

    @Test("identifiers are compared by their bytes, not by how they look")
    func normalisation() throws {
        let composed = try Self.key(Fixture.secret, "\u{E9}")
        let decomposed = try Self.key(Fixture.secret, "e\u{301}")
        #expect(throws: JOSEError.unknownKeyID) {
            try CompactJWS.verify(Self.sign(decomposed), keys: [composed.verificationKey])
        }
    }

    @Test("a key without identifier does not verify a token with kid")
    func unnamed() throws {
        let token = try Self.sign(Self.key(Fixture.secret, "one"))
        let keys = [try Self.key(Fixture.secret).verificationKey]
        #expect(throws: JOSEError.unknownKeyID) { try CompactJWS.verify(token, keys: keys) }
    }

    @Test("without any key every token is refused")
    func noKeys() throws {
        #expect(throws: JOSEError.unknownKeyID) { try CompactJWS.verify(Self.sign(Fixture.key), keys: []) }
    }

    @Test(
        "a token of HS256 keyed with a public key's bytes does not verify under that public key",
        arguments: Fixture.keyKinds)
    func confusion(kind: KeyKind) throws {
        let publicKey = try PrivateKey.generate(kind).publicKey
        let key = try VerificationKey(publicKey)
        let secrets: [[UInt8]] =
            switch publicKey.components {
            case .rsa(let modulus, _): [modulus]
            case .p256(let x, let y), .p384(let x, let y): [x, x + y, [4] + x + y]
            case .ed25519(let bytes): [bytes]
            }
        for secret in secrets + [key.publicJWK ?? []] {
            let token = try Self.sign(Self.key(secret))
            #expect(throws: JOSEError.algorithmMismatch) { try CompactJWS.verify(token, keys: [key]) }
        }
    }

    @Test("a secret of less than 32 bytes makes no key", arguments: [0, 1, 31])
    func shortSecret(length: Int) throws {
        let secret = [UInt8](repeating: 1, count: length)
        #expect(throws: JOSEError.secretTooShort) { try SigningKey(hs256Secret: secret) }
        #expect(throws: JOSEError.secretTooShort) { try VerificationKey(hs256Secret: secret) }
    }
}
