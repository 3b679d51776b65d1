import OpenSSLCrypto
import Testing
import WebAuthn

@Suite("Registration")
struct RegistrationTests {
    static func verify(
        _ credential: RegistrationCredential, by relyingParty: RelyingParty? = nil,
        challenge: [UInt8] = Sample.challenge, isConditional: Bool = false, at time: Int64 = Sample.now,
        isRegistered: (_ id: [UInt8]) -> Bool = { _ in false }
    ) throws -> VerifiedRegistration {
        let relyingParty = try relyingParty ?? Sample.relyingParty()
        return try relyingParty.verify(
            credential, challenge: challenge, userHandle: Sample.userHandle, at: time, isConditional: isConditional,
            isRegistered: isRegistered)
    }

    @Test(
        "a registration is accepted, and its record holds what the authenticator said",
        arguments: COSEAlgorithm.allCases)
    func accepted(algorithm: COSEAlgorithm) throws {
        let builder = try RegistrationBuilder(algorithm).with {
            $0.data.signCount = 0x0102_0304
            $0.data.flags.formUnion([.backupEligible, .backedUp])
        }
        let verified = try Self.verify(builder.build())
        let record = verified.record
        #expect(record.id == builder.data.credentialID)
        #expect(record.userHandle == Sample.userHandle)
        #expect(record.publicKey.algorithm == algorithm)
        #expect(record.publicKey.encoded == builder.data.publicKey)
        #expect(record.aaguid == Sample.aaguid)
        #expect(record.transports == ["internal", "hybrid"])
        #expect(record.isBackupEligible && record.isBackedUp && record.hasVerifiedUser)
        #expect(record.signCount == 0x0102_0304)
        #expect(verified.attestation == Attestation(format: "packed", kind: .selfAttested))
        #expect(verified.extensions == nil)
    }

    @Test("flags that are not set leave the record without them")
    func plainFlags() throws {
        let builder = try RegistrationBuilder(.es256).with { $0.data.flags = [.userPresent, .attestedCredential] }
        let relyingParty = try Sample.relyingParty(userVerification: .preferred)
        let record = try Self.verify(builder.build(), by: relyingParty).record
        #expect(!record.isBackupEligible && !record.isBackedUp && !record.hasVerifiedUser)
        #expect(record.signCount == 0)
    }

    @Test("nobody need be present when the client was to make the credential without asking")
    func conditional() throws {
        let builder = try RegistrationBuilder(.es256).with { $0.data.flags.remove(.userPresent) }
        #expect(try Self.verify(builder.build(), isConditional: true).record.hasVerifiedUser)
        #expect(throws: WebAuthnError.userNotPresent) { try Self.verify(builder.build()) }
    }

    @Test("user verification is a matter of policy", arguments: [UserVerification.preferred, .discouraged])
    func unverified(policy: UserVerification) throws {
        let builder = try RegistrationBuilder(.es256).with { $0.data.flags.remove(.userVerified) }
        let relyingParty = try Sample.relyingParty(userVerification: policy)
        #expect(try Self.verify(builder.build(), by: relyingParty).record.hasVerifiedUser == false)
    }

    @Test("extension data that follows the credential is told apart from it and handed on")
    func extensions() throws {
        let extensions = CBORValue.map([CBORMember(.text("credProtect"), .unsigned(2))])
        let builder = try RegistrationBuilder(.rs256).with {
            $0.data.flags.insert(.extensions)
            $0.data.extensions = extensions.encoded
        }
        let verified = try Self.verify(builder.build())
        #expect(verified.extensions == extensions)
        #expect(verified.record.publicKey.encoded == builder.data.publicKey)
    }

    @Test("ids of 1 to 1023 bytes are accepted", arguments: [1, 16, 255, 256, 1023])
    func idLengths(length: Int) throws {
        let builder = try RegistrationBuilder(.es256).with {
            $0.data.credentialID = [UInt8](repeating: 0xA5, count: length)
        }
        #expect(try Self.verify(builder.build()).record.id.count == length)
    }

    @Test("the reserved flags are not looked at", arguments: [0x02, 0x20, 0x22] as [UInt8])
    func reserved(bits: UInt8) throws {
        let builder = try RegistrationBuilder(.es256).with {
            $0.data.flags.formUnion(AuthenticatorFlags(rawValue: bits))
        }
        #expect(try Self.verify(builder.build()).record.signCount == 0)
    }

    @Test("client data may hold further members, token binding among them, and leave crossOrigin out")
    func furtherMembers() throws {
        let builder = try RegistrationBuilder(.es256).with {
            $0.clientData.crossOrigin = nil
            $0.clientData.furtherMembers = [
                ("tokenBinding", #"{"status":"present","id":"x"}"#), ("extra", "[1,2,{}]"),
                ("androidPackageName", #""com.example""#),
            ]
        }
        #expect(try Self.verify(builder.build()).record.id == builder.data.credentialID)
    }

    @Test("every configured origin is accepted, an app's among them")
    func origins() throws {
        let app = try Origin(androidFingerprint: (0..<32).map { _ in "aB" }.joined(separator: ":"))
        let relyingParty = try RelyingParty(
            id: Sample.relyingPartyID, name: "", origins: [Origin(Sample.origin), app])
        for origin in [Sample.origin, app.text] {
            let builder = try RegistrationBuilder(.es256).with { $0.clientData.origin = origin }
            #expect(try Self.verify(builder.build(), by: relyingParty).record.signCount == 0)
        }
    }

    @Test("a framed ceremony is accepted where the policy allows it, under the named outermost pages alone")
    func framed() throws {
        let relyingParty = try Sample.relyingParty(framing: .allowed(topOrigins: [Origin(Sample.framingOrigin)]))
        let framed = try RegistrationBuilder(.es256).with { $0.clientData.crossOrigin = true }
        #expect(try Self.verify(framed.build(), by: relyingParty).record.signCount == 0)
        let named = framed.with { $0.clientData.topOrigin = Sample.framingOrigin }
        #expect(try Self.verify(named.build(), by: relyingParty).record.signCount == 0)
        for origin in ["https://other.example", Sample.origin, Sample.framingOrigin + "/", ""] {
            let other = framed.with { $0.clientData.topOrigin = origin }
            #expect(throws: WebAuthnError.unknownTopOrigin) { try Self.verify(other.build(), by: relyingParty) }
        }
    }

    @Test("only the algorithms offered are accepted", arguments: COSEAlgorithm.allCases)
    func offered(algorithm: COSEAlgorithm) throws {
        let others = COSEAlgorithm.allCases.filter { $0 != algorithm }
        let credential = try RegistrationBuilder(algorithm).build()
        let (without, alone) = try (
            Sample.relyingParty(algorithms: others), Sample.relyingParty(algorithms: [algorithm])
        )
        #expect(throws: WebAuthnError.algorithmNotOffered(algorithm)) { try Self.verify(credential, by: without) }
        #expect(try Self.verify(credential, by: alone).record.publicKey.algorithm == algorithm)
    }

    @Test("an id that is registered already is refused, and the store is asked for the signed one")
    func alreadyRegistered() throws {
        let builder = try RegistrationBuilder(.es256)
        let credential = try builder.build()
        var asked: [[UInt8]] = []
        #expect(throws: WebAuthnError.alreadyRegistered) {
            try Self.verify(credential) { id in
                asked.append(id)
                return true
            }
        }
        #expect(asked == [builder.data.credentialID])
    }
}
