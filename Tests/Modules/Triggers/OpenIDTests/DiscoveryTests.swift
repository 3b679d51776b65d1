import Foundation
import HTTP
import HTTPS
import HTTPTestSupport
import JOSE
import OpenID
import OpenSSLCrypto
import TestKeys
import TestSupport
import Testing

@Suite("Finding an issuer's keys")
struct DiscoveryTests {
    @Test("the issuer's metadata names the address of its keys, and is fetched once")
    func metadataIsFetchedOnce() throws {
        let provider = FakeIssuer()
        let keys = try provider.keys()
        try expect(keys.current(by: provider.deadline())) { $0.isEmpty }
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
        try expect(keys.current(by: provider.deadline()).map(\.keyID), equals: ["new"])
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
        try expect(keys.current(by: provider.deadline())) { $0.isEmpty }
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

@Suite("Connections to an issuer")
struct IssuerConnectionTests {
    /// Fetches keys from a server with that script, and gives their number or the error. Requests get more time than
    /// they ask for.
    static func fetch(
        _ script: @escaping ScriptedServer.Script
    ) async throws -> (result: Result<Int, IssuerKeysError>, targets: [String]) {
        try await onThread {
            let server = try ScriptedServer(script)
            let now: @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970 * 1_000) }
            guard let issuer = Issuer("http://\(server.endpoint)/tenant/") else {
                throw CocoaError(.coderInvalidValue)
            }
            let transport = PatientTransport(try CurlTransport.https())
            let keys = IssuerKeys(of: issuer, at: nil, transport: transport, now: now)
            let result = Result { () throws(IssuerKeysError) in
                try keys.current(by: Deadline(now() + 60_000, now: now)).count
            }
            return (result, server.requests.map(\.target))
        }
    }

    static func metadata(_ request: RecordedRequest) -> ScriptedAnswer {
        let host = request.header("Host") ?? ""
        let text = #"{"issuer":"http://\#(host)/tenant/","jwks_uri":"http://\#(host)/tenant/jwks?v=2"}"#
        return .answer(body: Array(text.utf8))
    }

    @Test("metadata and keys are fetched over one connection")
    func oneConnection() async throws {
        let key = try IDTokenSample.key(.rsa).verificationKey
        let (result, targets) = try await Self.fetch { request in
            request.target.contains("openid")
                ? Self.metadata(request) : .answer(body: JSONWebKeySet.text(publishing: [key]))
        }
        try expect(result.get(), equals: 1)
        #expect(targets == ["/tenant/.well-known/openid-configuration", "/tenant/jwks?v=2"])
    }

    @Test("a redirect is not followed", arguments: [301, 302, 307, 308])
    func redirectIsNotFollowed(status: Int) async throws {
        let (result, targets) = try await Self.fetch { request in
            .answer(status, headers: [(name: "Location", value: "/elsewhere")])
        }
        #expect(throws: IssuerKeysError.refused(status: status)) { try result.get() }
        #expect(targets == ["/tenant/.well-known/openid-configuration"])
    }
}

@Suite("Issuers and addresses of keys")
struct IssuerTests {
    @Test(
        "an issuer keeps its exact spelling",
        arguments: [
            "https://a.auth0.com/", "https://a.example/realms/b", "http://127.0.0.1:8080", "http://localhost/x",
            "https://a.example/" + String(repeating: "a", count: 494),
        ])
    func acceptedIssuer(text: String) {
        #expect(Issuer(text)?.text == text)
    }

    @Test(
        "a text that is not an issuer identifier is refused",
        arguments: [
            "", "a.auth0.com", "http://a.auth0.com/", "https://", "https://a.example/?b", "https://a.example/#b",
            "https://u@a.example", "https://a.example/x|y", "ftp://a.example", "https://a.example/ ",
            "https://a.example/" + String(repeating: "a", count: 495),
        ])
    func refusedIssuer(text: String) {
        #expect(Issuer(text) == nil)
    }

    @Test(
        "an address of keys may have a query",
        arguments: [
            "https://a.example/keys", "https://a.example/keys/?p=b2c_1&x=/?@", "http://[::1]:80/k?",
            "https://a.example/?" + String(repeating: "a", count: 2_029),
        ])
    func acceptedKeySetURL(text: String) {
        #expect(KeySetURL(text)?.text == text)
    }

    @Test(
        "a text that is not an address of keys, or would send them unencrypted over a network, is refused",
        arguments: [
            "", "?", "http://a.example/keys", "https://a.example/keys#f", "https://a.example/keys?a#f",
            "https://a.example/keys?a b", "https://u@a.example/keys", "file:///etc/passwd",
            "https://a.example/keys?\u{E9}", "https://a.example/?" + String(repeating: "a", count: 2_030),
            "?https://a.example/keys",
        ])
    func refusedKeySetURL(text: String) {
        #expect(KeySetURL(text) == nil)
    }
}
