import JSON
import Primitives
import SoftwarePasskey
import TestSupport
import Testing
import WebAuthn

@Suite("A software passkey")
struct SoftwareAuthenticatorTests {
    private static let origin = "https://login.example.test"
    private static let handle = Array("0123456789abcdef".utf8)

    private static func party(_ id: String = "example.test") throws -> RelyingParty {
        try RelyingParty(
            id: id, name: "Example", origins: [Origin(origin)])
    }

    private static func record(_ id: [UInt8]) -> CredentialRecord {
        CredentialRecord(
            id: id, userHandle: handle, publicKey: [], aaguid: [], transports: [], isBackupEligible: false,
            isBackedUp: false, signCount: 0, hasVerifiedUser: false)
    }

    private static func creation(excluding ids: [[UInt8]] = [], algorithms: [COSEAlgorithm]? = nil) throws -> JSONValue
    {
        let party =
            try algorithms.map {
                try RelyingParty(id: "example.test", name: "Example", origins: [Origin(origin)], algorithms: $0)
            } ?? party()
        let options = party.registrationOptions(
            for: UserEntity(handle: handle, name: "ana", displayName: "Ana"), challenge: [1, 2, 3],
            excluding: ids.map(record))
        return try JSONValue(parsing: options)
    }

    private static func request(allowing ids: [[UInt8]] = []) throws -> JSONValue {
        let options = try party().authenticationOptions(
            challenge: [4, 5, 6], allowing: ids.map(record))
        return try JSONValue(parsing: options)
    }

    @Test(
        "registers and signs in twice, and the relying party accepts it",
        arguments: COSEAlgorithm.allCases, SoftwareAuthenticator.Client.allCases)
    func relyingPartyAcceptsItsCeremonies(algorithm: COSEAlgorithm, client: SoftwareAuthenticator.Client) throws {
        var device = SoftwareAuthenticator(origin: Self.origin, client: client, algorithms: [algorithm])
        let party = try Self.party()
        let created = try RegistrationCredential(json: JSONValue(parsing: device.create(Self.creation())))
        let registration = try party.verify(
            created, challenge: [1, 2, 3], userHandle: Self.handle, at: 1_800_000_000
        )
        var record = registration.record
        try expect(CredentialPublicKey(encoded: record.publicKey).algorithm, equals: algorithm)
        #expect(record.hasVerifiedUser)
        #expect(record.signCount == 1)
        for count in 2...3 {
            let signed = try AuthenticationCredential(json: JSONValue(parsing: device.sign(Self.request())))
            let verified = try party.verify(signed, challenge: [4, 5, 6], user: nil) { [record] id in
                id == record.id ? record : nil
            }
            record = verified.record
            #expect(record.signCount == count)
        }
    }

    @Test("reports if it has not verified the person")
    func missingUserVerificationIsReported() throws {
        var device = SoftwareAuthenticator(origin: Self.origin)
        device.verifiesUser = false
        let created = try RegistrationCredential(json: JSONValue(parsing: device.create(Self.creation())))
        #expect(throws: WebAuthnError.userNotVerified) {
            try Self.party().verify(created, challenge: [1, 2, 3], userHandle: Self.handle, at: 0)
        }
    }

    @Test("creates a passkey without asking, unless it would have to verify the person")
    func creationWithoutAskingHasNobodyPresent() throws {
        var device = SoftwareAuthenticator(origin: Self.origin)
        let party = try Self.party()
        let user = UserEntity(handle: Self.handle, name: "a", displayName: "a")
        let options = party.registrationOptions(for: user, challenge: [1, 2, 3], mediation: .conditional)
        let json = try device.create(JSONValue(parsing: options), mediation: .conditional)
        let created = try RegistrationCredential(json: JSONValue(parsing: json))
        let registration = try party.verify(
            created, challenge: [1, 2, 3], userHandle: Self.handle, mediation: .conditional, at: 0)
        #expect(!registration.record.hasVerifiedUser)
        #expect(throws: WebAuthnError.userNotPresent) {
            try party.verify(created, challenge: [1, 2, 3], userHandle: Self.handle, at: 0)
        }
        #expect(throws: SoftwarePasskeyError.verificationUnavailable) {
            try device.create(Self.creation(), mediation: .conditional)
        }
    }

    @Test("writes JSON as browsers do, and as the iOS SDK does")
    func jsonMatchesClient() throws {
        var browser = SoftwareAuthenticator(origin: Self.origin)
        var phone = SoftwareAuthenticator(origin: Self.origin, client: .iOS)
        let handle = Base64URL.encode(Self.handle)
        for isPhone in [false, true] {
            _ = try isPhone ? phone.create(Self.creation()) : browser.create(Self.creation())
            let json = try JSONValue(
                parsing: isPhone ? phone.sign(Self.request()) : browser.sign(Self.request()))
            let clientData = try #require(json["response"]?["clientDataJSON"]?.string)
            #expect((clientData.utf8.count % 4 == 0) || !isPhone)
            #expect(json["response"]?["userHandle"]?.string == handle)
            #expect(json["authenticatorAttachment"]?.string == (isPhone ? "cross-platform" : "platform"))
        }
        #expect(browser.passkeys.first?.userHandle == Self.handle)
        #expect(phone.passkeys.first?.userHandle == Array(handle.utf8))
    }

    @Test("keeps one passkey for each account, and creates none if it has an excluded one")
    func oneCredentialPerAccount() throws {
        var device = SoftwareAuthenticator(origin: Self.origin)
        _ = try device.create(Self.creation())
        _ = try device.create(Self.creation())
        #expect(device.passkeys.count == 1)
        let id = try #require(device.passkeys.first?.id)
        #expect(throws: SoftwarePasskeyError.credentialExcluded) {
            try device.create(Self.creation(excluding: [id]))
        }
    }

    @Test("signs only with an allowed credential, except that the iOS SDK ignores the list")
    func onlyAllowedCredentialSigns() throws {
        for client in SoftwareAuthenticator.Client.allCases {
            var device = SoftwareAuthenticator(origin: Self.origin, client: client)
            #expect(throws: SoftwarePasskeyError.noCredential) { try device.sign(Self.request()) }
            _ = try device.create(Self.creation())
            let id = try #require(device.passkeys.first?.id)
            #expect(throws: Never.self) { try device.sign(Self.request(allowing: [id])) }
            if client == .browser {
                #expect(throws: SoftwarePasskeyError.noCredential) {
                    try device.sign(Self.request(allowing: [[9, 9]]))
                }
            } else {
                #expect(throws: Never.self) { try device.sign(Self.request(allowing: [[9, 9]])) }
            }
        }
    }

    @Test(
        "refuses another site's domain and an invalid origin",
        arguments: [
            "https://example.org", "https://badexample.test", "https://example.test.evil.example", "",
            "https://example.test/", "http://example.test", "example.test", "ios:bundle-id:test.example",
        ])
    func foreignDomainIsRefused(origin: String) throws {
        var device = SoftwareAuthenticator(origin: origin)
        #expect(throws: SoftwarePasskeyError.wrongDomain) { try device.create(Self.creation()) }
        #expect(throws: SoftwarePasskeyError.wrongDomain) { try device.sign(Self.request()) }
    }

    @Test("an Android app's origin has no domain")
    func appOriginHasNoDomain() throws {
        let origin = "android:apk-key-hash:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
        var device = SoftwareAuthenticator(origin: origin)
        _ = try device.create(Self.creation())
        #expect(device.passkeys.first?.relyingPartyID == "example.test")
        let signed = try AuthenticationCredential(json: JSONValue(parsing: device.sign(Self.request())))
        try expect(JSONValue(parsing: signed.clientDataJSON)["origin"]?.string, equals: origin)
    }

    @Test("refuses options that it cannot meet")
    func unusableOptionsAreRefused() throws {
        var device = SoftwareAuthenticator(origin: Self.origin)
        #expect(throws: SoftwarePasskeyError.noSupportedAlgorithm) {
            try device.create(Self.creation(algorithms: [.rs256]))
        }
        for (json, member) in [
            ("{}", "rp.id"), (#"{"rp":{"id":"example.test"}}"#, "user.id"),
            (#"{"rp":{"id":"example.test"},"user":{"id":"a+b/"}}"#, "user.id"),
            (
                #"{"rp":{"id":"example.test"},"user":{"id":"YW5h"},"pubKeyCredParams":[{"alg":-7}],"challenge":""}"#,
                "challenge"
            ),
        ] {
            #expect(throws: SoftwarePasskeyError.invalidOptions(member)) {
                try device.create(JSONValue(parsing: Array(json.utf8)))
            }
        }
        #expect(throws: SoftwarePasskeyError.invalidOptions("rpId")) {
            try device.sign(JSONValue(parsing: Array("{}".utf8)))
        }
    }
}
