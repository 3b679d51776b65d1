import HTTP
import JOSE
import OpenID
import OpenSSLCrypto
import TestKeys
import Testing

@Suite("Verifying ID tokens with published keys")
struct IDTokenVerifierTests {
    @Test("the keys are fetched for the first token and used for the next")
    func firstAndNext() throws {
        let provider = Provider()
        let key = try Sample.key()
        provider.answers[Provider.keysURL] = .keys([key.verificationKey])
        let verifier = try provider.verifier()
        for _ in 0..<2 {
            let token = try verifier.verify(Sample.token(key, at: provider.now), by: provider.deadline())
            #expect(token.subject == "auth0|123")
        }
        #expect(provider.takeCalls() == [Provider.metadataURL, Provider.keysURL])
    }

    @Test("a token of a new key has the keys fetched again")
    func rotation() throws {
        let provider = Provider()
        let old = try Sample.key(.rsa, "old")
        let new = try Sample.key(.p256, "new")
        provider.answers[Provider.keysURL] = .keys([old.verificationKey])
        let verifier = try provider.verifier()
        _ = try verifier.verify(Sample.token(old, at: provider.now), by: provider.deadline())
        provider.answers[Provider.keysURL] = .keys([old.verificationKey, new.verificationKey])
        provider.advance(seconds: 60)
        _ = provider.takeCalls()
        for key in [new, old] {
            let token = try verifier.verify(Sample.token(key, at: provider.now), by: provider.deadline())
            #expect(token.subject == "auth0|123")
        }
        #expect(provider.takeCalls() == [Provider.keysURL])
        // Once the old key is withdrawn, its tokens end with it.
        provider.answers[Provider.keysURL] = .keys([new.verificationKey])
        provider.advance(seconds: 600)
        #expect(throws: IDTokenError.notGenuine(.unknownKeyID)) {
            try verifier.verify(Sample.token(old, at: provider.now), by: provider.deadline())
        }
    }

    @Test("made-up key ids have the keys fetched once a minute at most")
    func madeUpKeyIDs() throws {
        let provider = Provider()
        provider.answers[Provider.keysURL] = .keys([try Sample.key().verificationKey])
        let verifier = try provider.verifier()
        for number in 0..<120 {
            let token = try Sample.token(Sample.key(.ed25519, "made up \(number)"), at: provider.now)
            #expect(throws: IDTokenError.notGenuine(.unknownKeyID)) {
                try verifier.verify(token, by: provider.deadline())
            }
            provider.advance(seconds: 1)
        }
        // At 0 s and at 60 s.
        #expect(provider.takeCalls() == [Provider.metadataURL, Provider.keysURL, Provider.keysURL])
    }

    @Test(
        "what no key could verify is refused before anybody is asked",
        arguments: ["", "a.b", "a.b.c", "e30.e30.", "eyJhbGciOiJub25lIn0.e30.", String(repeating: "a", count: 9_000)])
    func malformed(token: String) throws {
        let provider = Provider()
        #expect(throws: IDTokenError.self) { try provider.verifier().verify(token, by: provider.deadline()) }
        #expect(provider.takeCalls() == [])
    }

    static let replacements: [(old: KeyKind, new: KeyKind, name: String?)] = [
        (.p256, .p256, nil), (.p256, .p256, "one"), (.rsa, .ed25519, nil), (.rsa, .ed25519, "one"),
    ]

    @Test(
        "so has one of an issuer whose keys have no kid, or the same one again", arguments: replacements.indices)
    func rotationWithoutNewName(index: Int) throws {
        let (oldKind, newKind, name) = Self.replacements[index]
        let provider = Provider()
        let (old, new) = (try Sample.key(oldKind, name), try Sample.key(newKind, name))
        provider.answers[Provider.keysURL] = .keys([old.verificationKey])
        let verifier = try provider.verifier()
        _ = try verifier.verify(Sample.token(old, at: provider.now), by: provider.deadline())
        provider.answers[Provider.keysURL] = .keys([new.verificationKey])
        provider.advance(seconds: 60)
        _ = provider.takeCalls()
        let token = try verifier.verify(Sample.token(new, at: provider.now), by: provider.deadline())
        #expect(token.subject == "auth0|123")
        #expect(provider.takeCalls() == [Provider.keysURL])
        let former: JOSEError = oldKind == newKind ? .invalidSignature : .algorithmMismatch
        #expect(throws: IDTokenError.notGenuine(former)) {
            try verifier.verify(Sample.token(old, at: provider.now), by: provider.deadline())
        }
    }

    static let forgeries: [(kind: KeyKind, name: String?, error: JOSEError)] = [
        (.p256, "one", .invalidSignature), (.p256, nil, .invalidSignature), (.ed25519, "one", .algorithmMismatch),
        (.rsa, nil, .algorithmMismatch),
    ]

    @Test("forged tokens have the keys fetched once a minute at most, and stay forged", arguments: forgeries.indices)
    func forged(index: Int) throws {
        let (kind, name, error) = Self.forgeries[index]
        let provider = Provider()
        provider.answers[Provider.keysURL] = .keys([try Sample.key().verificationKey])
        let verifier = try provider.verifier()
        let key = try Sample.key(kind, name)
        for _ in 0..<120 {
            #expect(throws: IDTokenError.notGenuine(error)) {
                try verifier.verify(Sample.token(key, at: provider.now), by: provider.deadline())
            }
            provider.advance(seconds: 1)
        }
        #expect(provider.takeCalls() == [Provider.metadataURL, Provider.keysURL, Provider.keysURL])
        // An issuer that is out does not make them better.
        provider.answers[Provider.keysURL] = .out
        #expect(throws: IDTokenError.notGenuine(error)) {
            try verifier.verify(Sample.token(key, at: provider.now), by: provider.deadline())
        }
        #expect(provider.takeCalls() == [Provider.keysURL, Provider.keysURL])
        #expect(throws: IDTokenError.keysUnavailable(.unreachable(.cannotConnect("out")))) {
            try verifier.verify(Sample.token(Sample.key(.p256, "two"), at: provider.now), by: provider.deadline())
        }
    }

    @Test("a genuine token that is wrong otherwise is no reason to fetch the keys again")
    func wrongClaims() throws {
        let provider = Provider()
        let key = try Sample.key()
        provider.answers[Provider.keysURL] = .keys([key.verificationKey])
        let verifier = try provider.verifier()
        for _ in 0..<2 {
            #expect(throws: IDTokenError.notGenuine(.wrongAudience)) {
                try verifier.verify(
                    Sample.token(key, at: provider.now, ["aud": #""foreign""#]), by: provider.deadline())
            }
            provider.advance(seconds: 120)
        }
        #expect(provider.takeCalls() == [Provider.metadataURL, Provider.keysURL])
    }

    @Test("a key without a name is not for tokens that name one")
    func unnamedKey() throws {
        let provider = Provider()
        let key = try PrivateKey.generate(.p256)
        let (unnamed, named) = (try SigningKey(key), try SigningKey(key, keyID: "one"))
        provider.answers[Provider.keysURL] = .keys([unnamed.verificationKey])
        let verifier = try provider.verifier()
        _ = try verifier.verify(Sample.token(unnamed, at: provider.now), by: provider.deadline())
        #expect(throws: IDTokenError.notGenuine(.unknownKeyID)) {
            try verifier.verify(Sample.token(named, at: provider.now), by: provider.deadline())
        }
    }

    @Test("while the issuer is out, nothing is said about a token")
    func outage() throws {
        let provider = Provider()
        provider.answers[Provider.metadataURL] = .text("", status: 503)
        let token = try Sample.token(Sample.key(), at: provider.now)
        #expect(throws: IDTokenError.keysUnavailable(.refused(status: 503))) {
            try provider.verifier().verify(token, by: provider.deadline())
        }
    }
}
