import JSON
import Testing
import WebAuthn

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
        #expect(try String(decoding: RelatedOrigins([]).file, as: UTF8.self) == #"{"origins":[]}"#)
    }

    @Test("five labels are accepted however often they occur, and six are refused")
    func labelsAreLimited() throws {
        let names = ["one", "two", "three", "four", "five"]
        let hosts = names.flatMap { ["https://\($0).com", "https://shop.\($0).com", "https://www.\($0).co.uk"] }
        #expect(try RelatedOrigins(Self.origins(hosts)).origins.count == 15)
        #expect(throws: ConfigurationError.tooManyLabels(names + ["six"])) {
            try RelatedOrigins(Self.origins(hosts + ["https://six.example"]))
        }
    }

    @Test("the caller may know the label that counts better")
    func callerKnowsLabel() throws {
        let hosts = try Self.origins((0..<6).map { "https://site\($0).github.io" })
        #expect(try RelatedOrigins(hosts).origins.count == 6)
        #expect(throws: ConfigurationError.tooManyLabels((0..<6).map { "site\($0)" })) {
            try RelatedOrigins(hosts) { host in host.split(separator: ".").first.map(String.init) ?? host }
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

    @Test("the signals name the relying party, the user and the credentials")
    func signalsHaveTheirMembers() throws {
        let relyingParty = try TestCeremony.relyingParty()
        #expect(
            String(decoding: relyingParty.allAcceptedCredentials(of: [0xFB, 0xFF], [[1], [2, 3]]), as: UTF8.self)
                == #"{"rpId":"example.org","userId":"-_8","allAcceptedCredentialIds":["AQ","AgM"]}"#)
        #expect(
            String(decoding: relyingParty.allAcceptedCredentials(of: [1], []), as: UTF8.self)
                == #"{"rpId":"example.org","userId":"AQ","allAcceptedCredentialIds":[]}"#)
        #expect(
            String(decoding: relyingParty.unknownCredential([0xFF]), as: UTF8.self)
                == #"{"rpId":"example.org","credentialId":"_w"}"#)
    }
}
