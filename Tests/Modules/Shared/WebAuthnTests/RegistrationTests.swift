import OpenSSLCrypto
import TestKeys
import TestSupport
import Testing
import WebAuthn

@Suite("Registration")
struct RegistrationTests {
    static func verify(
        _ credential: RegistrationCredential, by relyingParty: RelyingParty? = nil,
        challenge: [UInt8] = TestCeremony.challenge, mediation: CreationMediation = .optional,
        at time: Int64 = TestCeremony.now
    ) throws -> VerifiedRegistration {
        let relyingParty = try relyingParty ?? TestCeremony.relyingParty()
        return try relyingParty.verify(
            credential, challenge: challenge, userHandle: TestCeremony.userHandle, mediation: mediation, at: time)
    }

    @Test(
        "a registration is accepted, and its record holds what the authenticator said",
        arguments: COSEAlgorithm.allCases)
    func registrationIsAccepted(algorithm: COSEAlgorithm) throws {
        let builder = try RegistrationBuilder(algorithm).with {
            $0.data.signCount = 0x0102_0304
            $0.data.flags.formUnion([.backupEligible, .backedUp])
        }
        let verified = try Self.verify(builder.build())
        let record = verified.record
        #expect(record.id == builder.data.credentialID)
        #expect(record.userHandle == TestCeremony.userHandle)
        try expect(CredentialPublicKey(encoded: record.publicKey).algorithm, equals: algorithm)
        #expect(record.publicKey == builder.data.publicKey)
        #expect(record.aaguid == TestCeremony.aaguid)
        #expect(record.transports == ["internal", "hybrid"])
        #expect(record.isBackupEligible && record.isBackedUp && record.hasVerifiedUser)
        #expect(record.signCount == 0x0102_0304)
        #expect(verified.attestation == Attestation(format: "packed", kind: .selfAttested))
    }

    @Test("flags that are not set leave the record without them, if the policy does not require them")
    func recordLacksUnsetFlags() throws {
        let builder = try RegistrationBuilder(.es256).with { $0.data.flags = [.userPresent, .attestedCredential] }
        let relyingParty = try TestCeremony.relyingParty(userVerification: .preferred)
        let record = try Self.verify(builder.build(), by: relyingParty).record
        #expect(!record.isBackupEligible && !record.isBackedUp && !record.hasVerifiedUser)
        #expect(record.signCount == 0)
    }

    @Test("a registration needs somebody present, and verified if that is required")
    func registrationNeedsSomebody() throws {
        let absent = try RegistrationBuilder(.es256).with { $0.data.flags.remove(.userPresent) }.build()
        let unverified = try RegistrationBuilder(.es256).with { $0.data.flags.remove(.userVerified) }.build()
        let relaxed = try TestCeremony.relyingParty(userVerification: .preferred)
        for relyingParty in [try TestCeremony.relyingParty(), relaxed] {
            #expect(throws: WebAuthnError.userNotPresent) { try Self.verify(absent, by: relyingParty) }
        }
        #expect(throws: WebAuthnError.userNotVerified) { try Self.verify(unverified) }
        try expect(Self.verify(unverified, by: relaxed).record.hasVerifiedUser, equals: false)
    }

    @Test(
        "a ceremony issued without asking needs nobody, whatever the authenticator says",
        arguments: [[], [.userPresent], [.userVerified], [.userPresent, .userVerified]] as [AuthenticatorFlags])
    func conditionalCreationNeedsNobody(flags: AuthenticatorFlags) throws {
        let builder = try RegistrationBuilder(.es256).with { $0.data.flags = flags.union(.attestedCredential) }
        let verified = try Self.verify(builder.build(), mediation: .conditional)
        #expect(verified.record.hasVerifiedUser == flags.contains(.userVerified))
    }

    @Test("extension data after the credential is separated from it")
    func extensionDataIsSeparated() throws {
        let extensions = CBORValue.map([CBORMember(.text("credProtect"), .unsigned(2))])
        let builder = try RegistrationBuilder(.rs256).with {
            $0.data.flags.insert(.extensions)
            $0.data.extensions = extensions.encoded
        }
        let verified = try Self.verify(builder.build())
        #expect(verified.record.publicKey == builder.data.publicKey)
    }

    @Test("ids of 1 to 1023 bytes are accepted", arguments: [1, 16, 255, 256, 1023])
    func idLengthsAreAccepted(length: Int) throws {
        let builder = try RegistrationBuilder(.es256).with {
            $0.data.credentialID = [UInt8](repeating: 0xA5, count: length)
        }
        try expect(Self.verify(builder.build()).record.id.count, equals: length)
    }

    @Test("reserved flags are ignored", arguments: [0x02, 0x20, 0x22] as [UInt8])
    func reservedFlagsAreIgnored(bits: UInt8) throws {
        let builder = try RegistrationBuilder(.es256).with {
            $0.data.flags.formUnion(AuthenticatorFlags(rawValue: bits))
        }
        try expect(Self.verify(builder.build()).record.signCount, equals: 0)
    }

    @Test(
        "client data may have other members, such as token binding in any form, and may lack crossOrigin",
        arguments: [#"{"status":"present","id":"x"}"#, "{}", "null", #""unused""#])
    func unknownClientDataMembersAreIgnored(tokenBinding: String) throws {
        let builder = try RegistrationBuilder(.es256).with {
            $0.clientData.crossOrigin = nil
            $0.clientData.furtherMembers = [
                ("tokenBinding", tokenBinding), ("extra", "[1,2,{}]"),
                ("androidPackageName", #""com.example""#),
            ]
        }
        try expect(Self.verify(builder.build()).record.id, equals: builder.data.credentialID)
    }

    @Test("a byte-order mark before client data is skipped, and its hash covers it")
    func byteOrderMarkIsSkipped() throws {
        let builder = try RegistrationBuilder(.es256)
        let marked = try builder.with { $0.clientData.isMarked = true }.build()
        #expect(marked.clientDataJSON.starts(with: [0xEF, 0xBB, 0xBF]))
        try expect(Self.verify(marked).attestation.kind, equals: .selfAttested)
        let unmarked = RegistrationCredential(
            id: marked.id, clientDataJSON: Array(marked.clientDataJSON.dropFirst(3)),
            attestationObject: marked.attestationObject)
        #expect(throws: WebAuthnError.attestation(.invalidSignature)) { try Self.verify(unmarked) }
    }

    @Test("every configured origin is accepted, including an app's")
    func everyConfiguredOriginIsAccepted() throws {
        let app = try Origin(androidFingerprint: (0..<32).map { _ in "aB" }.joined(separator: ":"))
        let relyingParty = try RelyingParty(
            id: TestCeremony.relyingPartyID, name: "", origins: [Origin(TestCeremony.origin), app])
        for origin in [TestCeremony.origin, app.text] {
            let builder = try RegistrationBuilder(.es256).with { $0.clientData.origin = origin }
            try expect(Self.verify(builder.build(), by: relyingParty).record.signCount, equals: 0)
        }
    }

    @Test("a framed ceremony is accepted if the policy allows frames, and only under the listed outermost pages")
    func framedCeremonyNeedsAllowedTopOrigin() throws {
        let relyingParty = try TestCeremony.relyingParty(
            topOrigins: [Origin(TestCeremony.framingOrigin)])
        let framed = try RegistrationBuilder(.es256).with { $0.clientData.crossOrigin = true }
        try expect(Self.verify(framed.build(), by: relyingParty).record.signCount, equals: 0)
        let named = framed.with { $0.clientData.topOrigin = TestCeremony.framingOrigin }
        try expect(Self.verify(named.build(), by: relyingParty).record.signCount, equals: 0)
        for origin in ["https://other.example", TestCeremony.origin, TestCeremony.framingOrigin + "/", ""] {
            let other = framed.with { $0.clientData.topOrigin = origin }
            #expect(throws: WebAuthnError.unknownTopOrigin) { try Self.verify(other.build(), by: relyingParty) }
        }
    }

    @Test("only the algorithms offered are accepted", arguments: COSEAlgorithm.allCases)
    func onlyOfferedAlgorithmsAreAccepted(algorithm: COSEAlgorithm) throws {
        let others = COSEAlgorithm.allCases.filter { $0 != algorithm }
        let credential = try RegistrationBuilder(algorithm).build()
        let (without, alone) = try (
            TestCeremony.relyingParty(algorithms: others), TestCeremony.relyingParty(algorithms: [algorithm])
        )
        #expect(throws: WebAuthnError.algorithmNotOffered(algorithm)) { try Self.verify(credential, by: without) }
        let key = try Self.verify(credential, by: alone).record.publicKey
        try expect(CredentialPublicKey(encoded: key).algorithm, equals: algorithm)
    }
}
