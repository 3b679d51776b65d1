import OpenSSLCrypto
import TestKeys
import TestSupport
import Testing
import WebAuthn

/// A certified registration with one error.
typealias AttestationRefusal = Refusal<AttestationAuthority, AttestationError>

extension AttestationRefusal {
    /// A certificate whose subject has the given values, instead of the right ones, for one type of name.
    static func subject(_ description: String, _ type: [UInt8], _ values: [String]) -> AttestationRefusal {
        AttestationRefusal(description, .wrongCertificateSubject) { authority in
            authority.certificate.subject.removeAll { $0.type == type }
            authority.certificate.subject += values.map { (type, $0) }
        }
    }

    static func aaguid(
        _ description: String, _ error: AttestationError, _ extensions: [CertificateBuilder.Extension]
    ) -> AttestationRefusal {
        let encoded = extensions.map { ($0.isCritical, $0.value) }
        return AttestationRefusal(description, error) { authority in
            authority.certificate.extensions = encoded.map {
                (CertificateBuilder.Identifier.aaguid, $0.0, $0.1)
            }
        }
    }
}

@Suite("Attestation")
struct AttestationTests {
    typealias Identifier = CertificateBuilder.Identifier

    static func attestation(
        _ statement: RegistrationBuilder.Statement, _ algorithm: COSEAlgorithm = .es256,
        policy: AttestationPolicy = .unattested, at time: Int64 = TestCeremony.now, format: String? = nil
    ) throws -> Attestation {
        let credential = try RegistrationBuilder(algorithm).with {
            $0.statement = statement
            $0.format = format
        }.build()
        // A U2F authenticator cannot show that it verified the person.
        let relyingParty = try TestCeremony.relyingParty(userVerification: .preferred, attestation: policy)
        return try RegistrationTests.verify(credential, by: relyingParty, at: time).attestation
    }

    @Test("the format none is no attestation", arguments: COSEAlgorithm.allCases)
    func formatNoneIsNoAttestation(algorithm: COSEAlgorithm) throws {
        try expect(Self.attestation(.none, algorithm), equals: Attestation(format: "none", kind: .none))
    }

    @Test("a statement signed by a certificate's key is verified for every kind of key", arguments: KeyKind.allCases)
    func certifiedStatementIsVerified(kind: KeyKind) throws {
        let authority = try AttestationAuthority(kind)
        let expected = Attestation(format: "packed", kind: .unanchored)
        try expect(Self.attestation(.certified(authority), .edDSA), equals: expected)
        let anchored = Attestation(format: "packed", kind: .anchored)
        let policy = try AttestationPolicy(anchoredIn: [authority.root()])
        try expect(Self.attestation(.certified(authority), .rs256, policy: policy), equals: anchored)
        let withRoot = try authority.with { $0.furtherCertificates = [try $0.rootBytes()] }
        try expect(Self.attestation(.certified(withRoot), policy: policy), equals: anchored)
    }

    @Test("a certificate without the AAGUID extension fits any model")
    func certificateWithoutAAGUIDFitsAnyModel() throws {
        let authority = try AttestationAuthority().with { $0.certificate.extensions = [] }
        try expect(Self.attestation(.certified(authority)).kind, equals: .unanchored)
    }

    static let certificates: [AttestationRefusal] = [
        .init("version 1", .wrongCertificateVersion) { $0.certificate.version = 1 },
        .subject("no country", Identifier.country, []),
        .subject("country of three letters", Identifier.country, ["NZL"]),
        .subject("two countries", Identifier.country, ["NZ", "AU"]),
        .subject("no organization", Identifier.organization, []),
        .subject("empty organization", Identifier.organization, [""]),
        .subject("no name", Identifier.commonName, []), .subject("no unit", Identifier.organizationalUnit, []),
        .subject("another unit", Identifier.organizationalUnit, ["Authenticator"]),
        .subject("unit in small letters", Identifier.organizationalUnit, ["authenticator attestation"]),
        .subject("two units", Identifier.organizationalUnit, ["Authenticator Attestation", "More"]),
        .init("certificate of an authority", .authorityCertificate) { $0.certificate.isAuthority = true },
        .init("nothing said about authority", .authorityCertificate) { $0.certificate.isAuthority = nil },
        .aaguid("another model", .wrongAAGUID, [([], false, [0x04, 0x10] + [UInt8](repeating: 0, count: 16))]),
        .aaguid("critical model", .malformedAAGUIDExtension, [([], true, [0x04, 0x10] + TestCeremony.aaguid)]),
        .aaguid("model not wrapped", .malformedAAGUIDExtension, [([], false, TestCeremony.aaguid)]),
        .aaguid(
            "model cut short", .malformedAAGUIDExtension, [([], false, [0x04, 0x0F] + TestCeremony.aaguid.dropLast())]),
        .aaguid(
            "byte after the model", .malformedAAGUIDExtension, [([], false, [0x04, 0x10] + TestCeremony.aaguid + [0])]),
        .aaguid("model in a bit string", .malformedAAGUIDExtension, [([], false, [0x03, 0x10] + TestCeremony.aaguid)]),
        .aaguid(
            "model twice", .malformedAAGUIDExtension,
            [([], false, [0x04, 0x10] + TestCeremony.aaguid), ([], false, [0x04, 0x10] + TestCeremony.aaguid)]),
        .init("not yet valid", .certificateOutsideValidity) {
            $0.certificate.validity = ("20300101000000Z", "20340101000000Z")
        },
        .init("expired", .certificateOutsideValidity) {
            $0.certificate.validity = ("20240101000000Z", "20250101000000Z")
        },
        .init("signed by another key", .invalidSignature) { authority in
            // The certificate still contains the former key.
            let former = authority
            let leaf = try former.chain()[0]
            authority.key = try .generate(.p256)
            authority.furtherCertificates = [leaf]
        },
        .init("further bytes that are not a certificate", .invalidCertificate) {
            $0.furtherCertificates = [[1, 2, 3]]
        },
    ]

    @Test("a certificate that does not meet the requirements is refused for what it lacks", arguments: certificates)
    func unsuitableCertificateIsRefused(refusal: AttestationRefusal) throws {
        let authority = try AttestationAuthority().with { try refusal.change(&$0) }
        var builder = try RegistrationBuilder(.es256)
        builder.statement = .certified(authority)
        if let former = authority.furtherCertificates.first, refusal.error == .invalidSignature {
            builder.replacedMembers = [("x5c", .array([.bytes(former)]))]
        }
        let credential = try builder.build()
        #expect(throws: WebAuthnError.attestation(refusal.error)) { try RegistrationTests.verify(credential) }
    }

    @Test("a statement's algorithm must fit the certificate's key")
    func statementAlgorithmMustFitCertificateKey() throws {
        var builder = try RegistrationBuilder(.es256)
        builder.statement = .certified(try AttestationAuthority())
        for number in [-8, -35, -257, -51] as [Int64] {
            let credential = try builder.with { $0.replacedMembers = [("alg", .integer(number))] }.build()
            #expect(throws: WebAuthnError.attestation(.wrongCertificateKey)) {
                try RegistrationTests.verify(credential)
            }
        }
        for name in ["alg", "sig"] {
            let credential = try builder.with { $0.replacedMembers = [(name, .null)] }.build()
            #expect(throws: WebAuthnError.attestation(.malformedStatement)) { try RegistrationTests.verify(credential) }
        }
        let signature = try builder.with { $0.replacedMembers = [("sig", .bytes([1]))] }.build()
        #expect(throws: WebAuthnError.attestation(.invalidSignature)) { try RegistrationTests.verify(signature) }
    }

    @Test("a certificate whose algorithm or key is not supported counts as none, and is refused where that is")
    func unsupportedCertificateAlgorithmCountsAsNone() throws {
        let authority = try AttestationAuthority()
        // An X25519 key cannot sign.
        let unsupportedKey = authority.with {
            $0.certificate.keyInfo = hex("302a300506032b656e032100") + [UInt8](repeating: 9, count: 32)
        }
        let demanding = try TestCeremony.relyingParty(attestation: AttestationPolicy(anchoredIn: [authority.root()]))
        let cases: [(authority: AttestationAuthority, algorithm: Int64)] = [
            (authority, -36), (authority, -37), (authority, 0), (unsupportedKey, -7),
        ]
        for (authority, algorithm) in cases {
            let credential = try RegistrationBuilder(.es256).with {
                $0.statement = .certified(authority)
                $0.replacedMembers = [("alg", .integer(algorithm))]
            }.build()
            let attestation = try RegistrationTests.verify(credential).attestation
            #expect(attestation == Attestation(format: "packed", kind: .none))
            #expect(throws: WebAuthnError.attestation(.notAccepted(.none))) {
                try RegistrationTests.verify(credential, by: demanding)
            }
        }
    }

    @Test(
        "a statement may name its algorithm by the fully specified number",
        arguments: [(-7, -9), (-8, -19), (-35, -51)])
    func fullySpecifiedAlgorithmIsRead(number: Int64, specified: Int64) throws {
        let algorithm = try #require(COSEAlgorithm(rawValue: number))
        for statement in [
            RegistrationBuilder.Statement.selfAttested, .certified(try AttestationAuthority(algorithm.keyKind)),
        ] {
            let credential = try RegistrationBuilder(algorithm).with {
                $0.statement = statement
                $0.replacedMembers = [("alg", .integer(specified))]
            }.build()
            try expect(RegistrationTests.verify(credential).attestation.kind) { $0 != .none }
        }
    }

    @Test("certificates that do not lead to a configured root are refused, even if all kinds are accepted")
    func untrustedChainIsRefused() throws {
        let authority = try AttestationAuthority()
        let stranger = try AttestationAuthority().root()
        let all = AttestationPolicy(accepted: Set(AttestationKind.allCases), roots: [stranger])
        for statement in [RegistrationBuilder.Statement.certified(authority), .fidoU2F(authority)] {
            #expect(throws: WebAuthnError.attestation(.untrustedChain)) {
                try Self.attestation(statement, policy: all)
            }
        }
        let both = try AttestationPolicy(anchoredIn: [stranger, authority.root()])
        try expect(Self.attestation(.certified(authority), policy: both).kind, equals: .anchored)
        // The root's own validity ends after the same ten years.
        let leafOutlives = authority.with { $0.certificate.validity.to = "20400101000000Z" }
        #expect(throws: WebAuthnError.attestation(.untrustedChain)) {
            try Self.attestation(.certified(leafOutlives), policy: both, at: 2_145_916_800)
        }
    }

    @Test("a kind that the policy does not accept is refused as that kind", arguments: AttestationKind.allCases)
    func kindNotAcceptedIsRefused(kind: AttestationKind) throws {
        let authority = try AttestationAuthority()
        let roots = kind == .anchored ? [try authority.root()] : []
        let (statement, format): (RegistrationBuilder.Statement, String?) =
            switch kind {
            case .none: (.none, nil)
            case .selfAttested: (.selfAttested, nil)
            case .unanchored, .anchored: (.certified(authority), nil)
            }
        let others = Set(AttestationKind.allCases).subtracting([kind])
        #expect(throws: WebAuthnError.attestation(.notAccepted(kind))) {
            try Self.attestation(
                statement, policy: AttestationPolicy(accepted: others, roots: roots), format: format)
        }
        let only = AttestationPolicy(accepted: [kind], roots: roots)
        try expect(Self.attestation(statement, policy: only, format: format).kind, equals: kind)
    }

    @Test(
        "a statement in an unsupported format counts as none",
        arguments: ["tpm", "android-key", "android-safetynet", "apple", "compound", "Packed", "NONE", "x"])
    func unknownFormatCountsAsNone(format: String) throws {
        try expect(Self.attestation(.selfAttested, format: format), equals: Attestation(format: format, kind: .none))
        let anything = AttestationPolicy(accepted: [.selfAttested, .unanchored, .anchored])
        #expect(throws: WebAuthnError.attestation(.notAccepted(.none))) {
            try Self.attestation(.selfAttested, policy: anything, format: format)
        }
    }
}
