import JOSE
import OpenSSLCrypto
import TestKeys
import TestSupport
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
    func rotationWithoutKeyID() throws {
        let (old, new) = (try Self.key(JOSEFixture.secret), try Self.key(JOSEFixture.otherSecret))
        let keys = [new.verificationKey, old.verificationKey]
        _ = try CompactJWS.verify(Self.sign(old), keys: keys)
        _ = try CompactJWS.verify(Self.sign(new), keys: keys)
        #expect(throws: JOSEError.invalidSignature) { try CompactJWS.verify(Self.sign(old), keys: [keys[0]]) }
    }

    @Test("without kid, keys with an identifier are tried too, and the result names the matching key")
    func namedKeysWithoutKeyID() throws {
        let keys = [try Self.key(JOSEFixture.otherSecret, "one"), try Self.key(JOSEFixture.secret, "two")].map(
            \.verificationKey)
        try expect(CompactJWS.verify(Self.sign(Self.key(JOSEFixture.secret)), keys: keys).keyID, equals: "two")
    }

    @Test("with kid, only the key with that identifier is tried")
    func keyIDSelectsTheKey() throws {
        let (one, two) = (try Self.key(JOSEFixture.secret, "one"), try Self.key(JOSEFixture.otherSecret, "two"))
        let keys = [one.verificationKey, two.verificationKey]
        try expect(CompactJWS.verify(Self.sign(one), keys: keys).keyID, equals: "one")
        let misnamed = try Self.sign(Self.key(JOSEFixture.secret, "two"))
        #expect(throws: JOSEError.invalidSignature) { try CompactJWS.verify(misnamed, keys: keys) }
        for unknown in ["three", "One", "one ", "", "o\u{0}ne"] {
            let token = try Self.sign(Self.key(JOSEFixture.secret, unknown))
            #expect(throws: JOSEError.unknownKeyID) { try CompactJWS.verify(token, keys: keys) }
        }
    }

    @Test("a key that the header brings along or points to is not used", arguments: JOSEFixture.keyKinds)
    func headersOwnKeyIsNotUsed(kind: KeyKind) throws {
        let stranger = try SigningKey(PrivateKey.generate(kind))
        let trusted = try SigningKey(PrivateKey.generate(kind)).verificationKey
        let jwk = String(decoding: try #require(stranger.verificationKey.publicJWK), as: UTF8.self)
        for member in [
            #""jwk":\#(jwk)"#, #""jku":"https://evil.test/keys""#, #""x5u":"https://evil.test/chain""#,
            #""x5c":["MAA="]"#,
        ] {
            let header = #"{"alg":"\#(stranger.algorithm.rawValue)",\#(member)}"#
            let token = try JOSEFixture.token(header: header, key: stranger)
            try expect(CompactJWS.verify(token, keys: [stranger.verificationKey]).payload, equals: Array("{}".utf8))
            #expect(throws: JOSEError.invalidSignature, "\(member)") { try CompactJWS.verify(token, keys: [trusted]) }
        }
    }

    @Test("identifiers are compared byte by byte, not by how they look")
    func identifiersAreComparedByBytes() throws {
        let composed = try Self.key(JOSEFixture.secret, "\u{E9}")
        let decomposed = try Self.key(JOSEFixture.secret, "e\u{301}")
        #expect(throws: JOSEError.unknownKeyID) {
            try CompactJWS.verify(Self.sign(decomposed), keys: [composed.verificationKey])
        }
    }

    @Test("a key without an identifier does not verify a token with kid")
    func keyWithoutIdentifier() throws {
        let token = try Self.sign(Self.key(JOSEFixture.secret, "one"))
        let keys = [try Self.key(JOSEFixture.secret).verificationKey]
        #expect(throws: JOSEError.unknownKeyID) { try CompactJWS.verify(token, keys: keys) }
    }

    @Test("without any key every token is refused")
    func noKeys() throws {
        #expect(throws: JOSEError.unknownKeyID) { try CompactJWS.verify(Self.sign(JOSEFixture.key), keys: []) }
    }

    @Test(
        "an HS256 token whose secret is a public key's bytes does not verify under that public key",
        arguments: JOSEFixture.keyKinds)
    func publicKeyUsedAsSecret(kind: KeyKind) throws {
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

    @Test("a secret of less than 32 bytes is refused", arguments: [0, 1, 31])
    func shortSecret(length: Int) throws {
        let secret = [UInt8](repeating: 1, count: length)
        #expect(throws: JOSEError.secretTooShort) { try SigningKey(hs256Secret: secret) }
        #expect(throws: JOSEError.secretTooShort) { try VerificationKey(hs256Secret: secret) }
    }
}
