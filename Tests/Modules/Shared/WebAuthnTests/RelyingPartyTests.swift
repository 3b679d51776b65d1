import JSON
import TestSupport
import Testing
import WebAuthn

@Suite("Relying party")
struct RelyingPartyTests {
    @Test(
        "an origin as clients write it is accepted",
        arguments: [
            "https://example.org", "https://a.b-c.example.org", "https://example.org:8443", "https://localhost",
            "http://localhost", "http://localhost:8080", "http://app.localhost:3000", "https://example.org:80",
            "http://localhost:443", "https://xn--bcher-kva.example",
            "android:apk-key-hash:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        ])
    func validOriginsAreAccepted(text: String) throws {
        try expect(Origin(text).text, equals: text)
    }

    @Test(
        "a web origin has a host, an app has none",
        arguments: [
            ("https://example.org", "example.org"), ("https://a.b-c.example.org:8443", "a.b-c.example.org"),
            ("http://localhost:8080", "localhost"), ("http://app.localhost", "app.localhost"),
            ("android:apk-key-hash:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", nil),
        ])
    func originHasHost(text: String, host: String?) throws {
        try expect(Origin(text).host, equals: host)
    }

    @Test(
        "an origin that no client writes is refused",
        arguments: [
            "", "example.org", "https://", "https://example.org/", "https://example.org/path", "https://EXAMPLE.org",
            "HTTPS://example.org", "https://user@example.org", "https://example.org:443", "http://localhost:80",
            "https://example.org:", "https://example.org:0", "https://example.org:08443", "https://example.org:+1",
            "https://example.org:65536", "https://example.org:1:2", "http://example.org", "http://notlocalhost",
            "http://127.0.0.1", "https://.example.org", "https://example..org", "https://example.org.",
            "https://-a.org", "https://a-.org", "https://*.example.org", "https://b\u{FC}cher.example",
            " https://a.org",
            "https://a.org\n", "null", "android:apk-key-hash:", "android:apk-key-hash:AAAA",
            "android:apk-key-hash:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
            "android:apk-key-hash:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAB",
            "ios:bundle-id:org.example", "ldap://localhost",
            "android:apk-key-salt:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
            "https://" + Array(repeating: String(repeating: "a", count: 63), count: 4).joined(separator: "."),
        ])
    func invalidOriginsAreRefused(text: String) {
        #expect(throws: ConfigurationError.invalidOrigin(text)) { try Origin(text) }
    }

    @Test("an app's origin is computed from its certificate's fingerprint")
    func appOriginComesFromFingerprint() throws {
        let pairs = (0..<32).map { $0 % 2 == 0 ? "FB" : "ff" }
        let text = pairs.joined(separator: ":")
        try expect(
            Origin(androidFingerprint: text).text,
            equals: "android:apk-key-hash:-__7__v_-__7__v_-__7__v_-__7__v_-__7__v_-_8")
        try expect(Origin(androidFingerprint: text).host, equals: nil)
        let wrong = [
            "", text + ":", ":" + text, text + ":00", pairs.dropLast().joined(separator: ":"), pairs.joined(),
            text.replacing("ff", with: "+f"), text.replacing("ff", with: "fg"), text.replacing("ff", with: "0ff"),
        ]
        for text in wrong {
            #expect(throws: ConfigurationError.invalidOrigin(text)) { try Origin(androidFingerprint: text) }
        }
    }

    @Test(
        "an id that is no domain name in lower case is refused",
        arguments: [
            "", "Example.org", "https://example.org", "example.org:443", "a..b", ".", "b\u{FC}cher.example", "a_b.org",
            domain(254),
        ])
    func invalidIDsAreRefused(id: String) {
        #expect(throws: ConfigurationError.invalidRelyingPartyID) {
            try RelyingParty(id: id, name: "", origins: [Origin("https://example.org")])
        }
    }

    /// A domain name of that length, of labels with letters and digits.
    private static func domain(_ length: Int) -> String {
        String(Array(repeating: "a1234567890123456789012345678901", count: 8).joined(separator: ".").prefix(length))
    }

    @Test("the longest domain name is an id")
    func longestIDIsAccepted() throws {
        let id = Self.domain(253)
        try expect(RelyingParty(id: id, name: "", origins: [Origin("https://\(id)")]).id, equals: id)
    }

    @Test("a relying party needs an origin and an algorithm, and is strict by default")
    func relyingPartyIsStrictByDefault() throws {
        let origins = [try Origin("https://example.org")]
        #expect(throws: ConfigurationError.noOrigin) { try RelyingParty(id: "example.org", name: "", origins: []) }
        #expect(throws: ConfigurationError.noAlgorithm) {
            try RelyingParty(id: "example.org", name: "", origins: origins, algorithms: [])
        }
        let relyingParty = try RelyingParty(id: "localhost", name: "", origins: origins)
        #expect(relyingParty.userVerification == .required)
        #expect(relyingParty.algorithms == [.es256, .edDSA, .es384, .rs256])
        #expect(relyingParty.topOrigins.isEmpty)
    }
}

@Suite("Related origins and signals")
struct RelatedOriginsTests {
    static func origins(_ texts: [String]) throws -> [Origin] { try texts.map { try Origin($0) } }

    @Test("the file lists the web origins in order, and no apps")
    func fileListsWebOrigins() throws {
        let app = "android:apk-key-hash:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
        let related = try RelatedOrigins(Self.origins(["https://b.example", app, "https://a.example:8443"]))
        #expect(
            String(decoding: related.file, as: UTF8.self)
                == #"{"origins":["https://b.example","https://a.example:8443"]}"#)
        try expect(String(decoding: RelatedOrigins([]).file, as: UTF8.self), equals: #"{"origins":[]}"#)
    }

    @Test("five labels are accepted however often they occur, and six are refused")
    func labelsAreLimited() throws {
        let names = ["one", "two", "three", "four", "five"]
        let hosts = names.flatMap { ["https://\($0).com", "https://shop.\($0).com", "https://www.\($0).co.uk"] }
        try expect(RelatedOrigins(Self.origins(hosts)).origins.count, equals: 15)
        #expect(throws: ConfigurationError.tooManyLabels(names + ["six"])) {
            try RelatedOrigins(Self.origins(hosts + ["https://six.example"]))
        }
    }

    @Test(
        "the likely label is that of the registrable domain",
        arguments: [
            ("example.com", "example"), ("a.b.example.com", "example"), ("example.co.uk", "example"),
            ("shop.example.com.au", "example"), ("localhost", "localhost"), ("t.co", "t"), ("x.t.co", "x"),
            ("www.example.de", "example"),
        ])
    func likelyLabel(host: String, label: String) { #expect(RelatedOrigins.likelyLabel(host) == label) }
}
