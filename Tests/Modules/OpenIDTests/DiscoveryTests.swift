import HTTP
import JOSE
import OpenID
import OpenSSLCrypto
import Testing

@Suite("Finding an issuer's keys")
struct DiscoveryTests {
    @Test("the issuer's description says where its keys are, and is asked once")
    func discovered() throws {
        let provider = Provider()
        let keys = try provider.keys()
        #expect(try keys.current(by: provider.deadline()).isEmpty)
        #expect(provider.takeCalls() == [Provider.metadataURL, Provider.keysURL])
        provider.advance(seconds: 601)
        _ = try keys.current(by: provider.deadline())
        #expect(provider.takeCalls() == [Provider.keysURL])
    }

    @Test("a given address needs no description")
    func given() throws {
        let provider = Provider()
        _ = try provider.keys(at: Provider.keysURL).current(by: provider.deadline())
        #expect(provider.takeCalls() == [Provider.keysURL])
    }

    @Test("after a failure the description is asked again: the keys may have moved")
    func moved() throws {
        let provider = Provider()
        let keys = try provider.keys()
        _ = try keys.current(by: provider.deadline())
        provider.answers[Provider.keysURL] = .text("gone", status: 410)
        provider.advance(seconds: 601)
        _ = try keys.current(by: provider.deadline())
        let moved = "https://keys.example/new"
        provider.answers[Provider.metadataURL] = .text(#"{"issuer":"\#(Provider.issuer)","jwks_uri":"\#(moved)"}"#)
        provider.answers[moved] = .keys([try Sample.key(.p256, "new").verificationKey])
        provider.advance(seconds: 60)
        #expect(try keys.current(by: provider.deadline()).map(\.keyID) == ["new"])
        #expect(
            provider.takeCalls() == [
                Provider.metadataURL, Provider.keysURL, Provider.keysURL, Provider.metadataURL, moved,
            ])
    }

    static let descriptions: [(String, IssuerKeysError)] = [
        (#"{"issuer":"https://issuer.example","jwks_uri":"https://keys.example/jwks?p=1"}"#, .wrongIssuer),
        (#"{"issuer":"https://Issuer.example/","jwks_uri":"https://keys.example/jwks?p=1"}"#, .wrongIssuer),
        (#"{"jwks_uri":"https://keys.example/jwks?p=1"}"#, .wrongIssuer),
        (#"{"issuer":["https://issuer.example/"],"jwks_uri":"https://keys.example/jwks?p=1"}"#, .wrongIssuer),
        (#"{"issuer":"https://issuer.example/"}"#, .invalidMetadata),
        (#"{"issuer":"https://issuer.example/","jwks_uri":"http://keys.example/jwks"}"#, .invalidMetadata),
        (#"{"issuer":"https://issuer.example/","jwks_uri":7}"#, .invalidMetadata),
        (#"{"issuer":"https://issuer.example/","issuer":"https://issuer.example/"}"#, .invalidMetadata),
        ("[]", .invalidMetadata), ("", .invalidMetadata), ("<html>", .invalidMetadata),
    ]

    @Test("a description that is not the issuer's, or says nothing usable, is refused", arguments: descriptions)
    func refused(text: String, error: IssuerKeysError) throws {
        let provider = Provider()
        provider.answers[Provider.metadataURL] = .text(text)
        #expect(throws: error) { try provider.keys().current(by: provider.deadline()) }
        #expect(provider.takeCalls() == [Provider.metadataURL])
    }

    static let unusable: [(Provider.Answer, IssuerKeysError)] = [
        (.text("[]"), .invalidKeySet(.invalidKeySet)),
        (.text("{}", status: 404), .refused(status: 404)),
        (.text(#"{"keys":[]}"#, status: 302), .refused(status: 302)),
        (.failure(.timedOut("late")), .unreachable(.timedOut("late"))),
        (
            .text(#"{"keys":[{"kty":"OKP","crv":"Ed25519","x":"\#(String(repeating: "A", count: 43))","d":"AA"}]}"#),
            .invalidKeySet(.privateKeyPublished)
        ),
    ]

    @Test("keys that cannot be had or read are none", arguments: unusable.indices)
    func noKeys(index: Int) throws {
        let (answer, error) = Self.unusable[index]
        let provider = Provider()
        provider.answers[Provider.keysURL] = answer
        let keys = try provider.keys()
        #expect(throws: error) { try keys.current(by: provider.deadline()) }
        #expect(keys.failure == error)
    }

    @Test("without time left nobody is asked")
    func noTime() throws {
        let provider = Provider()
        #expect(throws: IssuerKeysError.unreachable(.timedOut("no time left for the call"))) {
            try provider.keys().current(by: provider.deadline(in: 40))
        }
        #expect(provider.takeCalls() == [])
    }

    @Test("no request may last longer than its deadline, nor answer with more than 64 KiB")
    func limits() throws {
        let provider = Provider()
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
