import OpenSSLCrypto
import TestKeys
import TestSupport
import Testing
import WebAuthn

@Suite("Authentication")
struct AuthenticationTests {
    static func verify(
        _ credential: AuthenticationCredential, record: CredentialRecord?, by relyingParty: RelyingParty? = nil,
        challenge: [UInt8] = TestCeremony.challenge, user: [UInt8]? = nil
    ) throws -> VerifiedAuthentication {
        let relyingParty = try relyingParty ?? TestCeremony.relyingParty()
        return try relyingParty.verify(credential, challenge: challenge, user: user) { id in
            id == record?.id ? record : nil
        }
    }

    @Test("a registered credential signs in, and its record is updated", arguments: COSEAlgorithm.allCases)
    func registeredCredentialSignsIn(algorithm: COSEAlgorithm) throws {
        let registration = try RegistrationBuilder(algorithm).with {
            $0.data.flags = [.userPresent, .attestedCredential, .backupEligible]
            $0.data.signCount = 5
        }
        let relyingParty = try TestCeremony.relyingParty(userVerification: .preferred)
        let record = try RegistrationTests.verify(registration.build(), by: relyingParty).record
        #expect(!record.hasVerifiedUser && !record.isBackedUp)
        let builder = try AuthenticationBuilder(algorithm).with {
            $0.data.flags.formUnion([.backupEligible, .backedUp])
            $0.data.signCount = 6
        }
        let verified = try Self.verify(builder.build(), record: record)
        #expect(verified.isUserVerified)
        #expect(verified.record.signCount == 6)
        #expect(verified.record.hasVerifiedUser && verified.record.isBackedUp && verified.record.isBackupEligible)
        #expect(verified.record.id == record.id)
        #expect(verified.record.publicKey == record.publicKey)
    }

    @Test("a stored key that cannot be read verifies nothing")
    func unreadableKeyVerifiesNothing() throws {
        let builder = try AuthenticationBuilder(.es256)
        let stored = builder.record()
        let record = CredentialRecord(
            id: stored.id, userHandle: stored.userHandle, publicKey: [0], aaguid: stored.aaguid, transports: [],
            isBackupEligible: false, isBackedUp: false, signCount: 0, hasVerifiedUser: true)
        #expect(throws: WebAuthnError.unreadableRecord(.notAMap)) { try Self.verify(builder.build(), record: record) }
    }

    @Test("a sign-in without user verification is reported as such and keeps the record of an earlier verification")
    func unverifiedSignInKeepsEarlierVerification() throws {
        let builder = try AuthenticationBuilder(.es256).with { $0.data.flags = [.userPresent] }
        let relyingParty = try TestCeremony.relyingParty(userVerification: .preferred)
        var record = builder.record()
        record.hasVerifiedUser = true
        record.isBackedUp = true
        let verified = try Self.verify(builder.build(), record: record, by: relyingParty)
        #expect(!verified.isUserVerified)
        #expect(verified.record.hasVerifiedUser)
        #expect(!verified.record.isBackedUp)
        record.hasVerifiedUser = false
        try expect(Self.verify(builder.build(), record: record, by: relyingParty).record.hasVerifiedUser, equals: false)
    }

    @Test("extension outputs are accepted")
    func extensionOutputsAreAccepted() throws {
        let extensions = CBORValue.map([CBORMember(.text("hmac-secret"), .bytes([1]))])
        let builder = try AuthenticationBuilder(.edDSA).with {
            $0.data.flags.insert(.extensions)
            $0.data.extensions = extensions.encoded
        }
        try expect(Self.verify(builder.build(), record: builder.record()).isUserVerified, equals: true)
    }

    @Test("attested credential data in an assertion is ignored: the record keeps its key")
    func attestedCredentialDataIsIgnored() throws {
        let other = CredentialPublicKey.encoding(of: try TestCeremony.key(.edDSA).publicKey)
        let builder = try AuthenticationBuilder(.es256).with {
            $0.data.flags.insert(.attestedCredential)
            $0.data.publicKey = other
        }
        let verified = try Self.verify(builder.build(), record: builder.record())
        #expect(verified.record.publicKey == builder.record().publicKey)
    }

    @Test("a known user needs no handle, but a handle that is sent must be right")
    func knownUserNeedsNoHandle() throws {
        let builder = try AuthenticationBuilder(.es256)
        let record = builder.record()
        let silent = try builder.with { $0.userHandle = nil }.build()
        try expect(Self.verify(silent, record: record, user: TestCeremony.userHandle).isUserVerified, equals: true)
        try expect(
            Self.verify(builder.build(), record: record, user: TestCeremony.userHandle).isUserVerified, equals: true)
        #expect(throws: WebAuthnError.userHandleMissing) { try Self.verify(silent, record: record) }
        #expect(throws: WebAuthnError.wrongUser) { try Self.verify(silent, record: record, user: [1]) }
        let other = try builder.with { $0.userHandle = [1] }.build()
        #expect(throws: WebAuthnError.wrongUserHandle) {
            try Self.verify(other, record: record, user: TestCeremony.userHandle)
        }
        #expect(throws: WebAuthnError.wrongUserHandle) { try Self.verify(other, record: record) }
    }

    @Test("an unregistered credential is refused, and so is the record of another credential")
    func unregisteredCredentialIsRefused() throws {
        let builder = try AuthenticationBuilder(.es256)
        let credential = try builder.build()
        #expect(throws: WebAuthnError.unknownCredential) { try Self.verify(credential, record: nil) }
        let other = builder.with { $0.data.credentialID = [9] }.record()
        let relyingParty = try TestCeremony.relyingParty()
        #expect(throws: WebAuthnError.unknownCredential) {
            try relyingParty.verify(credential, challenge: TestCeremony.challenge, user: nil) { _ in other }
        }
    }

    @Test("somebody must be present, and must be verified if that is required", arguments: UserVerification.allCases)
    func personIsDemanded(policy: UserVerification) throws {
        let builder = try AuthenticationBuilder(.es256)
        let relyingParty = try TestCeremony.relyingParty(userVerification: policy)
        let absent = try builder.with { $0.data.flags = [.userVerified] }.build()
        #expect(throws: WebAuthnError.userNotPresent) {
            try Self.verify(absent, record: builder.record(), by: relyingParty)
        }
        let unverified = try builder.with { $0.data.flags = [.userPresent] }.build()
        guard policy == .required else {
            try expect(
                Self.verify(unverified, record: builder.record(), by: relyingParty).isUserVerified, equals: false)
            return
        }
        #expect(throws: WebAuthnError.userNotVerified) {
            try Self.verify(unverified, record: builder.record(), by: relyingParty)
        }
    }

    static let signCounts: [(stored: UInt32, received: UInt32, hasGrown: Bool)] = [
        (0, 0, true), (0, 1, true), (1, 2, true), (5, 500, true), (.max - 1, .max, true),
        (1, 1, false), (2, 1, false), (1, 0, false), (.max, 0, false), (.max, .max, false),
    ]

    @Test("a sign count that did not grow is reported, and the highest is kept", arguments: signCounts)
    func signCountThatDidNotGrowIsReported(stored: UInt32, received: UInt32, hasGrown: Bool) throws {
        let builder = try AuthenticationBuilder(.es256).with { $0.data.signCount = received }
        let verified = try Self.verify(builder.build(), record: builder.record(signCount: stored))
        #expect(verified.isPossibleClone == !hasGrown)
        #expect(verified.record.signCount == max(stored, received))
    }

    @Test("eligibility for backup never changes", arguments: [true, false])
    func backupEligibilityNeverChanges(wasEligible: Bool) throws {
        let builder = try AuthenticationBuilder(.es256).with {
            if !wasEligible { $0.data.flags.insert(.backupEligible) }
        }
        #expect(throws: WebAuthnError.backupEligibilityChanged) {
            try Self.verify(builder.build(), record: builder.record(isBackupEligible: wasEligible))
        }
        try expect(
            Self.verify(builder.build(), record: builder.record(isBackupEligible: !wasEligible)).isUserVerified,
            equals: true)
    }

    @Test("a handle may be in another client's encoding")
    func otherHandleEncodingsAreAccepted() throws {
        // One client stores the text and another uses its decoded form, and the other way round.
        let text = Array("YSB1c2VyIGhhbmRsZQ".utf8)
        let builder = try AuthenticationBuilder(.es256)
        let encoded = try builder.with { $0.userHandle = text }.build()
        try expect(Self.verify(encoded, record: builder.record()).isUserVerified, equals: true)
        let plain = builder.record()
        let textual = CredentialRecord(
            id: plain.id, userHandle: text, publicKey: plain.publicKey, aaguid: plain.aaguid, transports: [],
            isBackupEligible: false, isBackedUp: false, signCount: 0, hasVerifiedUser: false)
        try expect(Self.verify(builder.build(), record: textual).isUserVerified, equals: true)
        let other = try builder.with { $0.userHandle = Array("YSB1c2VyIGhhbmRsZR".utf8) }.build()
        #expect(throws: WebAuthnError.wrongUserHandle) { try Self.verify(other, record: plain) }
    }
}
