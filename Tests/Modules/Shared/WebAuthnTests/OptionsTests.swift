import JSON
import Testing
import WebAuthn

@Suite("Options")
struct OptionsTests {
    private static func record(_ id: UInt8, _ transports: [String] = []) -> CredentialRecord {
        CredentialRecord(
            id: [id], userHandle: [], publicKey: [], aaguid: TestCeremony.aaguid, transports: transports,
            isBackupEligible: false, isBackedUp: false, signCount: 0, hasVerifiedUser: false)
    }

    @Test("registration options have every member that the SDKs need")
    func registrationOptionsHaveEveryMember() throws {
        let user = UserEntity(handle: [0xFB, 0xFF], name: "ann@example.org", displayName: "Ann \"A\"")
        let options = try TestCeremony.relyingParty(algorithms: [.es256, .edDSA, .rs256]).registrationOptions(
            for: user, challenge: [1, 2, 3],
            excluding: [Self.record(4), Self.record(5, ["usb", "nfc"])])
        let expected = """
            {"rp":{"id":"example.org","name":"Example"},\
            "user":{"id":"-_8","name":"ann@example.org","displayName":"Ann \\"A\\""},"challenge":"AQID",\
            "pubKeyCredParams":[{"type":"public-key","alg":-7},{"type":"public-key","alg":-8},\
            {"type":"public-key","alg":-257}],"timeout":300000,\
            "excludeCredentials":[{"id":"BA","type":"public-key"},\
            {"id":"BQ","type":"public-key","transports":["usb","nfc"]}],\
            "authenticatorSelection":{"residentKey":"required","requireResidentKey":true,\
            "userVerification":"required"},"attestation":"none"}
            """
        #expect(String(decoding: options, as: UTF8.self) == expected)
    }

    @Test("attachment is written if requested, attestation if there are roots, and empty lists as empty")
    func optionalMembersAreWrittenIfConfigured() throws {
        let user = UserEntity(handle: [1], name: "", displayName: "")
        let relyingParty = try TestCeremony.relyingParty(
            userVerification: .preferred, attestation: AttestationPolicy(anchoredIn: [AttestationAuthority().root()]))
        let options = relyingParty.registrationOptions(
            for: user, challenge: [0], attachment: "platform")
        let json = try JSONValue(parsing: options)
        #expect(json["attestation"]?.string == "direct")
        #expect(json["attestationFormats"]?.elements.map(\.string) == ["packed", "fido-u2f"])
        #expect(json["hints"] == nil)
        #expect(json["authenticatorSelection"]?["authenticatorAttachment"]?.string == "platform")
        #expect(json["authenticatorSelection"]?["userVerification"]?.string == "preferred")
        #expect(json["excludeCredentials"]?.kind == .array && json["excludeCredentials"]?.elements.count == 0)
    }

    @Test("hints are written in their order if there are any")
    func hintsAreWritten() throws {
        let user = UserEntity(handle: [1], name: "", displayName: "")
        let relyingParty = try TestCeremony.relyingParty()
        let hints: [PublicKeyCredentialHint] = [.hybrid, .securityKey, .clientDevice]
        let both = [
            relyingParty.registrationOptions(for: user, challenge: [0], hints: hints),
            relyingParty.authenticationOptions(challenge: [0], hints: hints),
        ]
        for options in both {
            let written = try JSONValue(parsing: options)["hints"]?.elements.map(\.string)
            #expect(written == ["hybrid", "security-key", "client-device"])
        }
    }

    @Test("if only certain models are accepted, the options ask for the format that proves the model")
    func modelsNeedPackedFormat() throws {
        let policy = try AttestationPolicy(
            anchoredIn: [AttestationAuthority().root()], models: [#require(AAGUID(TestCeremony.aaguid))])
        let options = try TestCeremony.relyingParty(attestation: policy).registrationOptions(
            for: UserEntity(handle: [1], name: "", displayName: ""), challenge: [0])
        let json = try JSONValue(parsing: options)
        #expect(json["attestation"]?.string == "direct")
        #expect(json["attestationFormats"]?.elements.map(\.string) == ["packed"])
    }

    @Test("options for a creation without asking do not require what no client can give")
    func conditionalOptionsRequireNoVerification() throws {
        let user = UserEntity(handle: [1], name: "", displayName: "")
        for policy in UserVerification.allCases {
            let relyingParty = try TestCeremony.relyingParty(userVerification: policy)
            let silent = relyingParty.registrationOptions(for: user, challenge: [0], mediation: .conditional)
            let json = try JSONValue(parsing: silent)
            #expect(json["authenticatorSelection"]?["userVerification"]?.string == "preferred")
            #expect(json["mediation"] == nil)
        }
    }

    @Test("sign-in options have every member that the SDKs need")
    func authenticationOptionsHaveEveryMember() throws {
        let relyingParty = try TestCeremony.relyingParty(userVerification: .preferred)
        let open = relyingParty.authenticationOptions(challenge: [1, 2, 3])
        #expect(
            String(decoding: open, as: UTF8.self) == """
                {"challenge":"AQID","timeout":300000,"rpId":"example.org","allowCredentials":[],\
                "userVerification":"preferred"}
                """)
        let record = try AuthenticationBuilder(.es256).record()
        let named = relyingParty.authenticationOptions(
            challenge: [0], allowing: [record])
        let elements = try JSONValue(parsing: named)["allowCredentials"]?.elements
        #expect(elements?.map { $0["id"]?.string } == ["BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc"])
        #expect(elements?.first?["type"]?.string == "public-key")
    }
}
