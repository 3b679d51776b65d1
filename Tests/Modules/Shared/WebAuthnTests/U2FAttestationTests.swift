import OpenSSLCrypto
import TestKeys
import TestSupport
import Testing
import WebAuthn

@Suite("Attestation of U2F authenticators")
struct U2FAttestationTests {
    @Test("a U2F statement is verified and its certificate leads to a root")
    func u2fStatementIsVerified() throws {
        let authority = try AttestationAuthority()
        try expect(
            AttestationTests.attestation(.fidoU2F(authority)),
            equals: Attestation(format: "fido-u2f", kind: .unanchored))
        let policy = try AttestationPolicy(anchoredIn: [authority.root()])
        try expect(AttestationTests.attestation(.fidoU2F(authority), policy: policy).kind, equals: .anchored)
    }

    @Test("a U2F statement does not sign the flags UV, BE and BS, so they count as 0, in an anchored one too")
    func u2fFlagsCountAsZero() throws {
        let authority = try AttestationAuthority()
        let policy = try AttestationPolicy(anchoredIn: [authority.root()])
        let credential = try RegistrationBuilder(.es256).with {
            $0.statement = .fidoU2F(authority)
            $0.data.flags.formUnion([.backupEligible, .backedUp])
        }.build()
        let preferred = try TestCeremony.relyingParty(userVerification: .preferred, attestation: policy)
        let verified = try RegistrationTests.verify(credential, by: preferred)
        #expect(verified.attestation.kind == .anchored)
        let record = verified.record
        #expect(!record.hasVerifiedUser && !record.isBackupEligible && !record.isBackedUp)
        let required = try TestCeremony.relyingParty(attestation: policy)
        #expect(throws: WebAuthnError.userNotVerified) { try RegistrationTests.verify(credential, by: required) }
    }

    @Test("a U2F statement with one error is refused for that error")
    func u2fStatementWithOneErrorIsRefused() throws {
        let authority = try AttestationAuthority()
        let relyingParty = try TestCeremony.relyingParty(userVerification: .preferred)
        var builder = try RegistrationBuilder(.es256)
        builder.statement = .fidoU2F(authority)
        let leaf = CBORValue.bytes(try authority.chain()[0])
        let changes: [(name: String, value: CBORValue?, error: AttestationError)] = [
            ("sig", nil, .malformedStatement), ("sig", .text(""), .malformedStatement),
            ("sig", .bytes([1]), .invalidSignature), ("x5c", nil, .malformedStatement),
            ("x5c", .array([]), .malformedStatement), ("x5c", .array([leaf, leaf]), .wrongCertificateCount),
            ("x5c", .array([.null]), .malformedStatement), ("x5c", .array([.bytes([])]), .invalidCertificate),
            ("alg", .integer(-7), .malformedStatement),
        ]
        for (name, value, error) in changes {
            let credential = try builder.with { $0.replacedMembers = [(name, value)] }.build()
            #expect(throws: WebAuthnError.attestation(error)) {
                try RegistrationTests.verify(credential, by: relyingParty)
            }
        }
        let changed = try builder.with { $0.afterSigning = { _, data in data.append(0x20) } }.build()
        #expect(throws: WebAuthnError.attestation(.invalidSignature)) {
            try RegistrationTests.verify(changed, by: relyingParty)
        }
        let expired = authority.with { $0.certificate.validity.to = "20250101000000Z" }
        #expect(throws: WebAuthnError.attestation(.certificateOutsideValidity)) {
            try AttestationTests.attestation(.fidoU2F(expired))
        }
    }

    @Test("a U2F certificate's key must be on P-256", arguments: [KeyKind.p384, .rsa, .ed25519])
    func u2fCertificateKeyMustBeP256(kind: KeyKind) throws {
        #expect(throws: WebAuthnError.attestation(.wrongCertificateKey)) {
            try AttestationTests.attestation(.fidoU2F(AttestationAuthority(kind)))
        }
    }

    @Test("a U2F credential's key must be for ES256", arguments: [COSEAlgorithm.es384, .rs256, .edDSA])
    func u2fCredentialKeyMustBeES256(algorithm: COSEAlgorithm) throws {
        #expect(throws: WebAuthnError.attestation(.wrongCredentialKey)) {
            try AttestationTests.attestation(.fidoU2F(AttestationAuthority()), algorithm)
        }
    }
}
