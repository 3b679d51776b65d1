import OpenSSLCrypto
import TestSupport
import Testing
import WebAuthn

@Suite("Attestation policy")
struct AttestationPolicyTests {
    static let model = AAGUID(TestCeremony.aaguid)
    static let otherModel = AAGUID(text: "ee882879-721c-4913-9775-3dfcce97072a")

    /// A registration that does not prove which authenticator made it, and the error that it must cause.
    struct Unproven: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let statement: RegistrationBuilder.Statement
        var format: String?
        let error: AttestationError
    }

    static let unproven: [Unproven] =
        [
            Unproven(testDescription: "none", statement: .none, error: .notAccepted(.none)),
            Unproven(
                testDescription: "none with a statement", statement: .selfAttested, format: "none",
                error: .malformedStatement),
            Unproven(
                testDescription: "self attestation", statement: .selfAttested, error: .notAccepted(.selfAttested)),
        ]
        + ["tpm", "android-key", "android-safetynet", "apple", "compound", "PACKED", "none ", "x"]
        .flatMap(emptyAndSigned)

    private static func emptyAndSigned(format: String) -> [Unproven] {
        let error: AttestationError = format == "none " ? .invalidFormat : .notAccepted(.none)
        return [
            Unproven(testDescription: "format \(format), empty", statement: .none, format: format, error: error),
            Unproven(
                testDescription: "format \(format), signed", statement: .selfAttested, format: format, error: error),
        ]
    }

    /// CVE-2025-12150: a server that demanded attestation accepted the format `none`. CVE-2026-6856: a server that
    /// allowed certain models believed the AAGUID of a self attestation.
    @Test("nothing walks around a policy that demands attestation, or certain models", arguments: unproven)
    func policyThatDemandsAttestationHolds(registration: Unproven) throws {
        let root = try AttestationAuthority().root()
        let model = try #require(Self.model)
        for policy in [
            try AttestationPolicy(anchoredIn: [root]), try AttestationPolicy(anchoredIn: [root], models: [model]),
        ] {
            #expect(throws: WebAuthnError.attestation(registration.error)) {
                try AttestationTests.attestation(registration.statement, policy: policy, format: registration.format)
            }
        }
    }

    @Test("an allowed model is accepted if its certificate leads to a root, and any other model is refused")
    func onlyAllowedModelsAreAccepted() throws {
        let authority = try AttestationAuthority()
        let (model, other) = (try #require(Self.model), try #require(Self.otherModel))
        let roots = [try authority.root()]
        let both = try AttestationPolicy(anchoredIn: roots, models: [model, other])
        let accepted = try AttestationTests.attestation(.certified(authority), policy: both)
        #expect(accepted.kind == .anchored && accepted.provesModel)
        #expect(throws: WebAuthnError.attestation(.modelNotAccepted)) {
            try AttestationTests.attestation(
                .certified(authority), policy: AttestationPolicy(anchoredIn: roots, models: [other]))
        }
        let stranger = try AttestationAuthority()
        #expect(throws: WebAuthnError.attestation(.untrustedChain)) {
            try AttestationTests.attestation(.certified(stranger), policy: both)
        }
    }

    @Test("a U2F authenticator does not sign its model, so it proves none")
    func u2fProvesNoModel() throws {
        let authority = try AttestationAuthority()
        let roots = [try authority.root()]
        let any = try AttestationTests.attestation(.fidoU2F(authority), policy: AttestationPolicy(anchoredIn: roots))
        #expect(any.kind == .anchored && !any.provesModel)
        #expect(throws: WebAuthnError.attestation(.modelNotProven)) {
            try AttestationTests.attestation(
                .fidoU2F(authority),
                policy: AttestationPolicy(anchoredIn: roots, models: [#require(Self.model)]))
        }
    }

    @Test("only a certificate that leads to a root proves the model")
    func onlyAnchoredCertificateProvesModel() throws {
        let authority = try AttestationAuthority()
        try expect(AttestationTests.attestation(.certified(authority)).provesModel, equals: false)
        try expect(AttestationTests.attestation(.selfAttested).provesModel, equals: false)
        try expect(AttestationTests.attestation(.none).provesModel, equals: false)
    }

    @Test("attestation cannot be demanded without roots, nor of no model or an unknown one")
    func policyNeedsRoots() throws {
        let (model, root) = (try #require(Self.model), try AttestationAuthority().root())
        let unknown = try #require(AAGUID([UInt8](repeating: 0, count: 16)))
        #expect(throws: AttestationPolicyError.noRoot) { try AttestationPolicy(anchoredIn: []) }
        #expect(throws: AttestationPolicyError.noRoot) { try AttestationPolicy(anchoredIn: [], models: [model]) }
        #expect(throws: AttestationPolicyError.invalidModels) { try AttestationPolicy(anchoredIn: [root], models: []) }
        #expect(throws: AttestationPolicyError.invalidModels) {
            try AttestationPolicy(anchoredIn: [root], models: [model, unknown])
        }
        try expect(AttestationPolicy(anchoredIn: [root], models: [model]).accepted, equals: [.anchored])
    }
}
