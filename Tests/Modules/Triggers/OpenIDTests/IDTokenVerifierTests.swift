import HTTP
import JOSE
import OpenID
import OpenSSLCrypto
import TestKeys
import Testing

@Suite("Verifying ID tokens with published keys")
struct IDTokenVerifierTests {
    @Test("the keys are fetched for the first token and used again for the next")
    func keysAreFetchedOnce() throws {
        let provider = FakeIssuer()
        let key = try IDTokenSample.key()
        provider.answers[FakeIssuer.keysURL] = .keys([key.verificationKey])
        let verifier = try provider.verifier()
        for _ in 0..<2 {
            let token = try verifier.verify(IDTokenSample.token(key, at: provider.now), by: provider.deadline())
            #expect(token.subject == "auth0|123")
        }
        #expect(provider.takeCalls() == [FakeIssuer.metadataURL, FakeIssuer.keysURL])
    }

    @Test("a token signed with a new key makes the verifier fetch the keys again")
    func rotationWithNewKeyID() throws {
        let provider = FakeIssuer()
        let old = try IDTokenSample.key(.rsa, "old")
        let new = try IDTokenSample.key(.p256, "new")
        provider.answers[FakeIssuer.keysURL] = .keys([old.verificationKey])
        let verifier = try provider.verifier()
        _ = try verifier.verify(IDTokenSample.token(old, at: provider.now), by: provider.deadline())
        provider.answers[FakeIssuer.keysURL] = .keys([old.verificationKey, new.verificationKey])
        provider.advance(seconds: 60)
        _ = provider.takeCalls()
        for key in [new, old] {
            let token = try verifier.verify(IDTokenSample.token(key, at: provider.now), by: provider.deadline())
            #expect(token.subject == "auth0|123")
        }
        #expect(provider.takeCalls() == [FakeIssuer.keysURL])
        // When the old key is withdrawn, its tokens are refused.
        provider.answers[FakeIssuer.keysURL] = .keys([new.verificationKey])
        provider.advance(seconds: 600)
        #expect(throws: IssuedTokenError.notGenuine(.unknownKeyID)) {
            try verifier.verify(IDTokenSample.token(old, at: provider.now), by: provider.deadline())
        }
    }

    @Test("made-up key ids make the verifier fetch the keys at most once a minute")
    func madeUpKeyIDs() throws {
        let provider = FakeIssuer()
        provider.answers[FakeIssuer.keysURL] = .keys([try IDTokenSample.key().verificationKey])
        let verifier = try provider.verifier()
        for number in 0..<120 {
            let token = try IDTokenSample.token(IDTokenSample.key(.ed25519, "made up \(number)"), at: provider.now)
            #expect(throws: IssuedTokenError.notGenuine(.unknownKeyID)) {
                try verifier.verify(token, by: provider.deadline())
            }
            provider.advance(seconds: 1)
        }
        // At 0 s and at 60 s.
        #expect(provider.takeCalls() == [FakeIssuer.metadataURL, FakeIssuer.keysURL, FakeIssuer.keysURL])
    }

    @Test(
        "a token that no key could verify is refused before any keys are fetched",
        arguments: ["", "a.b", "a.b.c", "e30.e30.", "eyJhbGciOiJub25lIn0.e30.", String(repeating: "a", count: 9_000)])
    func malformedToken(token: String) throws {
        let provider = FakeIssuer()
        #expect(throws: IssuedTokenError.self) { try provider.verifier().verify(token, by: provider.deadline()) }
        #expect(provider.takeCalls() == [])
    }

    static let replacements: [(old: KeyKind, new: KeyKind, name: String?)] = [
        (.p256, .p256, nil), (.p256, .p256, "one"), (.rsa, .ed25519, nil), (.rsa, .ed25519, "one"),
    ]

    @Test(
        "so has one of an issuer whose keys have no kid, or the same one again", arguments: replacements.indices)
    func rotationWithoutNewName(index: Int) throws {
        let (oldKind, newKind, name) = Self.replacements[index]
        let provider = FakeIssuer()
        let (old, new) = (try IDTokenSample.key(oldKind, name), try IDTokenSample.key(newKind, name))
        provider.answers[FakeIssuer.keysURL] = .keys([old.verificationKey])
        let verifier = try provider.verifier()
        _ = try verifier.verify(IDTokenSample.token(old, at: provider.now), by: provider.deadline())
        provider.answers[FakeIssuer.keysURL] = .keys([new.verificationKey])
        provider.advance(seconds: 60)
        _ = provider.takeCalls()
        let token = try verifier.verify(IDTokenSample.token(new, at: provider.now), by: provider.deadline())
        #expect(token.subject == "auth0|123")
        #expect(provider.takeCalls() == [FakeIssuer.keysURL])
        let former: JOSEError = oldKind == newKind ? .invalidSignature : .algorithmMismatch
        #expect(throws: IssuedTokenError.notGenuine(former)) {
            try verifier.verify(IDTokenSample.token(old, at: provider.now), by: provider.deadline())
        }
    }

    static let forgeries: [(kind: KeyKind, name: String?, error: JOSEError)] = [
        (.p256, "one", .invalidSignature), (.p256, nil, .invalidSignature), (.ed25519, "one", .algorithmMismatch),
        (.rsa, nil, .algorithmMismatch),
    ]

    @Test(
        "forged tokens make the verifier fetch the keys at most once a minute, and stay refused",
        arguments: forgeries.indices)
    func forgedTokens(index: Int) throws {
        let (kind, name, error) = Self.forgeries[index]
        let provider = FakeIssuer()
        provider.answers[FakeIssuer.keysURL] = .keys([try IDTokenSample.key().verificationKey])
        let verifier = try provider.verifier()
        let key = try IDTokenSample.key(kind, name)
        for _ in 0..<120 {
            #expect(throws: IssuedTokenError.notGenuine(error)) {
                try verifier.verify(IDTokenSample.token(key, at: provider.now), by: provider.deadline())
            }
            provider.advance(seconds: 1)
        }
        #expect(provider.takeCalls() == [FakeIssuer.metadataURL, FakeIssuer.keysURL, FakeIssuer.keysURL])
        // An outage of the issuer does not change that.
        provider.answers[FakeIssuer.keysURL] = .out
        #expect(throws: IssuedTokenError.notGenuine(error)) {
            try verifier.verify(IDTokenSample.token(key, at: provider.now), by: provider.deadline())
        }
        #expect(provider.takeCalls() == [FakeIssuer.keysURL, FakeIssuer.keysURL])
        #expect(throws: IssuedTokenError.keysUnavailable(.unreachable(.cannotConnect("out")))) {
            try verifier.verify(
                IDTokenSample.token(IDTokenSample.key(.p256, "two"), at: provider.now), by: provider.deadline())
        }
    }

    @Test("a genuine token with wrong claims does not make the verifier fetch the keys again")
    func wrongClaims() throws {
        let provider = FakeIssuer()
        let key = try IDTokenSample.key()
        provider.answers[FakeIssuer.keysURL] = .keys([key.verificationKey])
        let verifier = try provider.verifier()
        for _ in 0..<2 {
            #expect(throws: IssuedTokenError.notGenuine(.wrongAudience)) {
                try verifier.verify(
                    IDTokenSample.token(key, at: provider.now, ["aud": #""foreign""#]), by: provider.deadline())
            }
            provider.advance(seconds: 120)
        }
        #expect(provider.takeCalls() == [FakeIssuer.metadataURL, FakeIssuer.keysURL])
    }

    @Test("a key without a kid does not verify tokens with a kid")
    func keyWithoutKeyID() throws {
        let provider = FakeIssuer()
        let key = try PrivateKey.generate(.p256)
        let (unnamed, named) = (try SigningKey(key), try SigningKey(key, keyID: "one"))
        provider.answers[FakeIssuer.keysURL] = .keys([unnamed.verificationKey])
        let verifier = try provider.verifier()
        _ = try verifier.verify(IDTokenSample.token(unnamed, at: provider.now), by: provider.deadline())
        #expect(throws: IssuedTokenError.notGenuine(.unknownKeyID)) {
            try verifier.verify(IDTokenSample.token(named, at: provider.now), by: provider.deadline())
        }
    }

    @Test("while the issuer is out, the result is that the keys are unavailable")
    func issuerOutage() throws {
        let provider = FakeIssuer()
        provider.answers[FakeIssuer.metadataURL] = .text("", status: 503)
        let token = try IDTokenSample.token(IDTokenSample.key(), at: provider.now)
        #expect(throws: IssuedTokenError.keysUnavailable(.refused(status: 503))) {
            try provider.verifier().verify(token, by: provider.deadline())
        }
    }
}
