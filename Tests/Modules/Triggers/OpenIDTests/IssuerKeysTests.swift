import HTTP
import JOSE
import OpenID
import OpenSSLCrypto
import TestKeys
import TestSupport
import Testing

@Suite("An issuer's cached keys")
struct IssuerKeysTests {
    /// An issuer that publishes one key, and its keys after the first fetch.
    static func fetched(cacheControl: String? = nil) throws -> (provider: FakeIssuer, keys: IssuerKeys) {
        let provider = FakeIssuer()
        provider.answers[FakeIssuer.keysURL] = .keys(
            [try IDTokenSample.key().verificationKey], cacheControl: cacheControl)
        let keys = try provider.keys(at: FakeIssuer.keysURL)
        try expect(keys.current(by: provider.deadline()).map(\.keyID), equals: ["one"])
        #expect(provider.takeCalls() == [FakeIssuer.keysURL])
        return (provider, keys)
    }

    static let lifetimes: [(cacheControl: String?, seconds: Int64)] = [
        (nil, 600), ("", 600), ("public", 600), ("max-age=900", 900), ("public, Max-Age = \"900\", x", 900),
        ("max-age=15, stale-if-error=86400", 300), ("max-age=0", 300), ("max-age=-1", 300), ("max-age=soon", 300),
        ("max-age=-9223372036854775808", 300), ("max-age=86400", 3_600), ("max-age=9223372036854775807", 3_600),
        ("no-store, max-age=900", 300),
        ("max-age=900, no-cache", 300), ("s-maxage=900", 600), ("max-age", 600),
    ]

    @Test(
        "cached keys are used for as long as the issuer allows, within bounds, and then fetched again",
        arguments: lifetimes)
    func cacheLifetime(cacheControl: String?, seconds: Int64) throws {
        let (provider, keys) = try Self.fetched(cacheControl: cacheControl)
        provider.advance(seconds: seconds - 1)
        _ = try keys.current(by: provider.deadline())
        #expect(provider.takeCalls() == [])
        provider.advance(seconds: 1)
        _ = try keys.current(by: provider.deadline())
        #expect(provider.takeCalls() == [FakeIssuer.keysURL])
    }

    @Test("cached keys stay usable for an hour while the issuer is out, and it is asked once a minute")
    func staleKeysDuringAnOutage() throws {
        let (provider, keys) = try Self.fetched()
        provider.answers[FakeIssuer.keysURL] = .out
        provider.advance(seconds: 600)
        for _ in 0..<3 {
            try expect(keys.current(by: provider.deadline()).map(\.keyID), equals: ["one"])
        }
        // A connection that is refused is tried twice within one attempt.
        #expect(provider.takeCalls().count == 2)
        #expect(keys.failure == .unreachable(.cannotConnect("out")))
        provider.advance(seconds: 60)
        _ = try keys.current(by: provider.deadline())
        #expect(provider.takeCalls().count == 2)
        provider.advance(seconds: 3_539)
        try expect(keys.current(by: provider.deadline()).map(\.keyID), equals: ["one"])
        provider.advance(seconds: 1)
        #expect(throws: IssuerKeysError.unreachable(.cannotConnect("out"))) {
            try keys.current(by: provider.deadline())
        }
    }

    @Test("cached keys are replaced as soon as the issuer is back")
    func recoveryAfterAnOutage() throws {
        let (provider, keys) = try Self.fetched()
        provider.answers[FakeIssuer.keysURL] = .out
        provider.advance(seconds: 600)
        _ = try keys.current(by: provider.deadline())
        provider.answers[FakeIssuer.keysURL] = .keys([try IDTokenSample.key(.p256, "two").verificationKey])
        provider.advance(seconds: 60)
        try expect(keys.current(by: provider.deadline()).map(\.keyID), equals: ["two"])
        #expect(keys.failure == nil)
    }

    @Test("cached keys are dropped when the issuer publishes a private key")
    func publishedPrivateKey() throws {
        let (provider, keys) = try Self.fetched()
        provider.answers[FakeIssuer.keysURL] = .text(
            #"{"keys":[{"kty":"OKP","crv":"Ed25519","x":"\#(String(repeating: "A", count: 43))","d":"AA"}]}"#)
        provider.advance(seconds: 600)
        #expect(throws: IssuerKeysError.invalidKeySet(.privateKeyPublished)) {
            try keys.current(by: provider.deadline())
        }
    }

    @Test("cached keys are dropped when the issuer withdraws all of them")
    func withdrawnKeys() throws {
        let (provider, keys) = try Self.fetched()
        provider.answers[FakeIssuer.keysURL] = .keys([])
        provider.advance(seconds: 600)
        try expect(keys.current(by: provider.deadline())) { $0.isEmpty }
    }

    @Test("keys are fetched again if the clock was set back to before the last fetch")
    func clockSetBack() throws {
        let (provider, keys) = try Self.fetched()
        provider.advance(seconds: -1)
        _ = try keys.current(by: provider.deadline())
        #expect(provider.takeCalls() == [FakeIssuer.keysURL])
        provider.advance(seconds: -1)
        try expect(keys.refresh(by: provider.deadline())?.count, equals: 1)
    }

    @Test("keys are fetched again for an unknown kid, at most once a minute")
    func refreshOnceAMinute() throws {
        let (provider, keys) = try Self.fetched()
        try expect(keys.refresh(by: provider.deadline())?.count, equals: nil)
        provider.advance(seconds: 59)
        try expect(keys.refresh(by: provider.deadline())?.count, equals: nil)
        #expect(provider.takeCalls() == [])
        provider.advance(seconds: 1)
        try expect(keys.refresh(by: provider.deadline())?.count, equals: 1)
        try expect(keys.refresh(by: provider.deadline())?.count, equals: nil)
        #expect(provider.takeCalls() == [FakeIssuer.keysURL])
    }

    @Test("refreshing throws the issuer's failure while the issuer cannot be asked about a new key")
    func refreshDuringAnOutage() throws {
        let (provider, keys) = try Self.fetched()
        provider.answers[FakeIssuer.keysURL] = .text("", status: 500)
        provider.advance(seconds: 60)
        for _ in 0..<2 {
            #expect(throws: IssuerKeysError.refused(status: 500)) { try keys.refresh(by: provider.deadline()) }
        }
        #expect(provider.takeCalls() == [FakeIssuer.keysURL])
        try expect(keys.current(by: provider.deadline()).map(\.keyID), equals: ["one"])
    }

    @Test("keys that are left out are told once, with their reasons, and again when they change")
    func remarkOnKeysThatAreLeftOut() throws {
        let (provider, keys) = try Self.fetched()
        #expect(keys.takeRemark() == nil)
        let key = try #require(try IDTokenSample.key().verificationKey.publicJWK)
        let published = String(decoding: key, as: UTF8.self)
        func publish(_ others: String = "") throws {
            provider.answers[FakeIssuer.keysURL] = .text(#"{"keys":[\#(published)\#(others)]}"#)
            provider.advance(seconds: 600)
            let usable = try keys.current(by: provider.deadline())
            #expect(usable.count == 1)
        }
        try publish(#",null,{"kty":"RSA","use":"enc"}"#)
        let remark =
            "keys in the issuer's set are left out: 2 (not an object), "
            + "3 (its use or key_ops is not for verifying signatures)"
        #expect(keys.takeRemark() == remark)
        #expect(keys.takeRemark() == nil)
        try publish(#",null,{"kty":"RSA","use":"enc"}"#)
        #expect(keys.takeRemark() == nil)
        try publish(",null")
        #expect(keys.takeRemark() == "keys in the issuer's set are left out: 2 (not an object)")
        try publish()
        #expect(keys.takeRemark() == nil)
    }
}
