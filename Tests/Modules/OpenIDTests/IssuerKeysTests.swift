import HTTP
import JOSE
import OpenID
import OpenSSLCrypto
import Testing

@Suite("An issuer's keys, kept")
struct IssuerKeysTests {
    /// A provider that publishes one key, and the keys as first fetched.
    static func fetched(cacheControl: String? = nil) throws -> (provider: Provider, keys: IssuerKeys) {
        let provider = Provider()
        provider.answers[Provider.keysURL] = .keys([try Sample.key().verificationKey], cacheControl: cacheControl)
        let keys = try provider.keys(at: Provider.keysURL)
        #expect(try keys.current(by: provider.deadline()).map(\.keyID) == ["one"])
        #expect(provider.takeCalls() == [Provider.keysURL])
        return (provider, keys)
    }

    static let lifetimes: [(cacheControl: String?, seconds: Int64)] = [
        (nil, 600), ("", 600), ("public", 600), ("max-age=900", 900), ("public, Max-Age = \"900\", x", 900),
        ("max-age=15, stale-if-error=86400", 300), ("max-age=0", 300), ("max-age=-1", 300), ("max-age=soon", 300),
        ("max-age=86400", 3_600), ("max-age=9223372036854775807", 3_600), ("no-store, max-age=900", 300),
        ("max-age=900, no-cache", 300), ("s-maxage=900", 600), ("max-age", 600),
    ]

    @Test("are used for as long as the issuer allows, within bounds, and then asked for again", arguments: lifetimes)
    func lifetime(cacheControl: String?, seconds: Int64) throws {
        let (provider, keys) = try Self.fetched(cacheControl: cacheControl)
        provider.advance(seconds: seconds - 1)
        _ = try keys.current(by: provider.deadline())
        #expect(provider.takeCalls() == [])
        provider.advance(seconds: 1)
        _ = try keys.current(by: provider.deadline())
        #expect(provider.takeCalls() == [Provider.keysURL])
    }

    @Test("count on for an hour while the issuer is out, which is asked once a minute")
    func stale() throws {
        let (provider, keys) = try Self.fetched()
        provider.answers[Provider.keysURL] = .out
        provider.advance(seconds: 600)
        for _ in 0..<3 {
            #expect(try keys.current(by: provider.deadline()).map(\.keyID) == ["one"])
        }
        // A connection that nobody takes is tried twice within one attempt.
        #expect(provider.takeCalls().count == 2)
        #expect(keys.failure == .unreachable(.cannotConnect("out")))
        provider.advance(seconds: 60)
        _ = try keys.current(by: provider.deadline())
        #expect(provider.takeCalls().count == 2)
        provider.advance(seconds: 3_539)
        #expect(try keys.current(by: provider.deadline()).map(\.keyID) == ["one"])
        provider.advance(seconds: 1)
        #expect(throws: IssuerKeysError.unreachable(.cannotConnect("out"))) {
            try keys.current(by: provider.deadline())
        }
    }

    @Test("are replaced once the issuer is back")
    func recovery() throws {
        let (provider, keys) = try Self.fetched()
        provider.answers[Provider.keysURL] = .out
        provider.advance(seconds: 600)
        _ = try keys.current(by: provider.deadline())
        provider.answers[Provider.keysURL] = .keys([try Sample.key(.p256, "two").verificationKey])
        provider.advance(seconds: 60)
        #expect(try keys.current(by: provider.deadline()).map(\.keyID) == ["two"])
        #expect(keys.failure == nil)
    }

    @Test("count no more when the issuer publishes a private key")
    func leaked() throws {
        let (provider, keys) = try Self.fetched()
        provider.answers[Provider.keysURL] = .text(
            #"{"keys":[{"kty":"OKP","crv":"Ed25519","x":"\#(String(repeating: "A", count: 43))","d":"AA"}]}"#)
        provider.advance(seconds: 600)
        #expect(throws: IssuerKeysError.invalidKeySet(.privateKeyPublished)) {
            try keys.current(by: provider.deadline())
        }
    }

    @Test("count no more when the issuer withdraws all of them")
    func withdrawn() throws {
        let (provider, keys) = try Self.fetched()
        provider.answers[Provider.keysURL] = .keys([])
        provider.advance(seconds: 600)
        #expect(try keys.current(by: provider.deadline()).isEmpty)
    }

    @Test("are fetched again when the clock was set back behind their own time")
    func clockSetBack() throws {
        let (provider, keys) = try Self.fetched()
        provider.advance(seconds: -1)
        _ = try keys.current(by: provider.deadline())
        #expect(provider.takeCalls() == [Provider.keysURL])
    }

    @Test("are asked for again for an unknown kid, at most once a minute")
    func refreshed() throws {
        let (provider, keys) = try Self.fetched()
        #expect(try keys.refresh(by: provider.deadline())?.count == nil)
        provider.advance(seconds: 59)
        #expect(try keys.refresh(by: provider.deadline())?.count == nil)
        #expect(provider.takeCalls() == [])
        provider.advance(seconds: 1)
        #expect(try keys.refresh(by: provider.deadline())?.count == 1)
        #expect(try keys.refresh(by: provider.deadline())?.count == nil)
        #expect(provider.takeCalls() == [Provider.keysURL])
    }

    @Test("are unknown, and not wrong, while the issuer cannot be asked about a new one")
    func refreshFails() throws {
        let (provider, keys) = try Self.fetched()
        provider.answers[Provider.keysURL] = .text("", status: 500)
        provider.advance(seconds: 60)
        for _ in 0..<2 {
            #expect(throws: IssuerKeysError.refused(status: 500)) { try keys.refresh(by: provider.deadline()) }
        }
        #expect(provider.takeCalls() == [Provider.keysURL])
        #expect(try keys.current(by: provider.deadline()).map(\.keyID) == ["one"])
    }
}
