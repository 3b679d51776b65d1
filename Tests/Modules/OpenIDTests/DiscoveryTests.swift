import HTTP
import JOSE
import OpenID
import OpenSSLCrypto
import Testing

@Suite("Finding an issuer's keys")
struct DiscoveryTests {
    @Test("the issuer's metadata names the address of its keys, and is fetched once")
    func metadataIsFetchedOnce() throws {
        let provider = FakeIssuer()
        let keys = try provider.keys()
        #expect(try keys.current(by: provider.deadline()).isEmpty)
        #expect(provider.takeCalls() == [FakeIssuer.metadataURL, FakeIssuer.keysURL])
        provider.advance(seconds: 601)
        _ = try keys.current(by: provider.deadline())
        #expect(provider.takeCalls() == [FakeIssuer.keysURL])
    }

    @Test("no metadata is fetched if the address of the keys is given")
    func givenAddress() throws {
        let provider = FakeIssuer()
        _ = try provider.keys(at: FakeIssuer.keysURL).current(by: provider.deadline())
        #expect(provider.takeCalls() == [FakeIssuer.keysURL])
    }

    @Test("the metadata is fetched again after a failure, because the keys may have moved")
    func movedKeys() throws {
        let provider = FakeIssuer()
        let keys = try provider.keys()
        _ = try keys.current(by: provider.deadline())
        provider.answers[FakeIssuer.keysURL] = .text("gone", status: 410)
        provider.advance(seconds: 601)
        _ = try keys.current(by: provider.deadline())
        let moved = "https://keys.example/new"
        provider.answers[FakeIssuer.metadataURL] = .text(#"{"issuer":"\#(FakeIssuer.issuer)","jwks_uri":"\#(moved)"}"#)
        provider.answers[moved] = .keys([try IDTokenSample.key(.p256, "new").verificationKey])
        provider.advance(seconds: 60)
        #expect(try keys.current(by: provider.deadline()).map(\.keyID) == ["new"])
        #expect(
            provider.takeCalls() == [
                FakeIssuer.metadataURL, FakeIssuer.keysURL, FakeIssuer.keysURL, FakeIssuer.metadataURL, moved,
            ])
    }

    static let metadataTexts: [(String, IssuerKeysError)] = [
        (#"{"issuer":"https://issuer.example","jwks_uri":"https://keys.example/jwks?p=1"}"#, .wrongIssuer),
        (#"{"issuer":"https://Issuer.example/","jwks_uri":"https://keys.example/jwks?p=1"}"#, .wrongIssuer),
        (#"{"jwks_uri":"https://keys.example/jwks?p=1"}"#, .wrongIssuer),
        (#"{"issuer":["https://issuer.example/"],"jwks_uri":"https://keys.example/jwks?p=1"}"#, .wrongIssuer),
        (#"{"issuer":"https://issuer.example/"}"#, .invalidMetadata),
        (#"{"issuer":"https://issuer.example/","jwks_uri":"http://keys.example/jwks"}"#, .invalidMetadata),
        // Plain http, though only to this machine.
        (#"{"issuer":"https://issuer.example/","jwks_uri":"http://localhost/jwks"}"#, .invalidMetadata),
        (#"{"issuer":"https://issuer.example/","jwks_uri":"http://127.0.0.1:8080/jwks"}"#, .invalidMetadata),
        (#"{"issuer":"https://issuer.example/","jwks_uri":7}"#, .invalidMetadata),
        (#"{"issuer":"https://issuer.example/","issuer":"https://issuer.example/"}"#, .invalidMetadata),
        ("[]", .invalidMetadata), ("", .invalidMetadata), ("<html>", .invalidMetadata),
    ]

    @Test("metadata that belongs to another issuer, or is not usable, is refused", arguments: metadataTexts)
    func refusedMetadata(text: String, error: IssuerKeysError) throws {
        let provider = FakeIssuer()
        provider.answers[FakeIssuer.metadataURL] = .text(text)
        #expect(throws: error) { try provider.keys().current(by: provider.deadline()) }
        #expect(provider.takeCalls() == [FakeIssuer.metadataURL])
    }

    @Test("only an issuer that itself speaks plain http, on this machine, may name such an address of its keys")
    func plainHTTPOfALocalIssuer() throws {
        let provider = FakeIssuer()
        let (text, keysURL) = ("http://127.0.0.1:8080", "http://127.0.0.1:8081/jwks")
        let issuer = try #require(Issuer(text))
        let metadataURL = text + "/.well-known/openid-configuration"
        provider.answers[metadataURL] = .text(#"{"issuer":"\#(text)","jwks_uri":"\#(keysURL)"}"#)
        provider.answers[keysURL] = .keys([])
        let keys = IssuerKeys(of: issuer, at: nil, transport: provider) { provider.now }
        #expect(try keys.current(by: provider.deadline()).isEmpty)
        #expect(provider.takeCalls() == [metadataURL, keysURL])
    }

    static let unusable: [(FakeIssuer.Answer, IssuerKeysError)] = [
        (.text("[]"), .invalidKeySet(.invalidKeySet)),
        (.text("{}", status: 404), .refused(status: 404)),
        (.text(#"{"keys":[]}"#, status: 302), .refused(status: 302)),
        (.failure(.timedOut("late")), .unreachable(.timedOut("late"))),
        (
            .text(#"{"keys":[{"kty":"OKP","crv":"Ed25519","x":"\#(String(repeating: "A", count: 43))","d":"AA"}]}"#),
            .invalidKeySet(.privateKeyPublished)
        ),
    ]

    @Test("keys that cannot be fetched or read are an error", arguments: unusable.indices)
    func unusableKeys(index: Int) throws {
        let (answer, error) = Self.unusable[index]
        let provider = FakeIssuer()
        provider.answers[FakeIssuer.keysURL] = answer
        let keys = try provider.keys()
        #expect(throws: error) { try keys.current(by: provider.deadline()) }
        #expect(keys.failure == error)
    }

    @Test("nothing is fetched if no time is left")
    func noTimeLeft() throws {
        let provider = FakeIssuer()
        #expect(throws: IssuerKeysError.unreachable(.timedOut("no time left for the call"))) {
            try provider.keys().current(by: provider.deadline(in: 40))
        }
        #expect(provider.takeCalls() == [])
    }

    @Test("a request may not last longer than its deadline or answer with more than 64 KiB")
    func limitsOfARequest() throws {
        let provider = FakeIssuer()
        let keys = try provider.keys()
        _ = try keys.current(by: provider.deadline())
        provider.advance(seconds: 601)
        _ = try keys.current(by: provider.deadline(in: 700))
        provider.advance(seconds: 601)
        _ = try keys.current(by: provider.deadline())
        #expect(provider.calls.map(\.timeout) == [2_000, 2_000, 700, 1_000])
        #expect(provider.calls.map(\.connectTimeout) == [2_000, 2_000, 700, 1_000])
        #expect(provider.calls.allSatisfy { $0.maximumResponseBytes == 65_536 && $0.method == .get })
    }
}
