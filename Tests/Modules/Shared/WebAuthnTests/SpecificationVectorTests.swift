import JSON
import OpenSSLCrypto
import TestSupport
import Testing
import WebAuthn

/// One of the specification's test vectors: a registration and an assertion with the new credential.
struct SpecificationVector {
    let name: String
    let registration: JSONValue
    let authentication: JSONValue

    /// All vectors, and the root of their attestation certificates.
    static func all() throws -> (vectors: [SpecificationVector], root: Certificate) {
        let file = try JSONValue(
            parsing: Vectors.bytes("webauthn-spec/webauthn-level3-test-vectors.json"))
        let vectors = try #require(file["vectors"]).elements.map { vector in
            SpecificationVector(
                name: try #require(vector["name"]?.string), registration: try #require(vector["registration"]),
                authentication: try #require(vector["authentication"]))
        }
        let root = try #require(file["attestationRoot"]?["attestation_ca_cert"]?.string)
        return (vectors, try Certificate(der: hex(root)))
    }

    static func bytes(_ ceremony: JSONValue, _ name: String) throws -> [UInt8] {
        hex(try #require(ceremony[name]?.string))
    }

    func registrationCredential() throws -> RegistrationCredential {
        RegistrationCredential(
            id: try Self.bytes(registration, "credential_id"),
            clientDataJSON: try Self.bytes(registration, "clientDataJSON"),
            attestationObject: try Self.bytes(registration, "attestationObject"))
    }

    func authenticationCredential() throws -> AuthenticationCredential {
        AuthenticationCredential(
            id: try Self.bytes(registration, "credential_id"),
            clientDataJSON: try Self.bytes(authentication, "clientDataJSON"),
            authenticatorData: try Self.bytes(authentication, "authenticatorData"),
            signature: try Self.bytes(authentication, "signature"), userHandle: nil)
    }
}

@Suite("Test vectors of the specification", .enabled(if: Vectors.has("webauthn-spec")))
struct SpecificationVectorTests {
    /// The vectors whose algorithms are not accepted, with the numbers of these algorithms.
    static let unsupported: [(name: String, number: Int64)] = [
        ("Packed Attestation with ES512 Credential", -36), ("Packed Attestation with Ed448 Credential", -53),
    ]

    /// The attestation of a vector, found by words in its name. Some formats are not verified here. All other vectors
    /// have certificates that lead to the root.
    static func kind(of name: String) -> AttestationKind {
        if ["TPM", "Android Key", "Apple"].contains(where: name.hasPrefix) { return .none }
        if name.contains("Self Attestation") { return .selfAttested }
        return name.hasPrefix("ES256 Credential") ? .none : .anchored
    }

    static func relyingParty(root: Certificate, topOrigins: [Origin]) throws -> RelyingParty {
        try RelyingParty(
            id: "example.org", name: "", origins: [Origin("https://example.org")], topOrigins: topOrigins,
            userVerification: .preferred,
            attestation: AttestationPolicy(accepted: Set(AttestationKind.allCases), roots: [root]))
    }

    @Test("registrations and assertions are accepted, except those with unsupported algorithms")
    func vectorsAreAcceptedOrRefusedForAlgorithm() throws {
        let (vectors, root) = try SpecificationVector.all()
        let topOrigins = [try Origin("https://example.com")]
        let relyingParty = try Self.relyingParty(root: root, topOrigins: topOrigins)
        var kinds: [AttestationKind: Int] = [:]
        var refusedCount = 0
        for vector in vectors {
            let credential = try vector.registrationCredential()
            func register() throws -> VerifiedRegistration {
                try relyingParty.verify(
                    credential, challenge: SpecificationVector.bytes(vector.registration, "challenge"),
                    userHandle: [1], at: TestCeremony.now)
            }
            if let (_, number) = Self.unsupported.first(where: { $0.name == vector.name }) {
                refusedCount += 1
                #expect(
                    throws: WebAuthnError.authenticatorData(.publicKey(.unsupportedAlgorithm(number))),
                    "\(vector.name)"
                ) { try register() }
                continue
            }
            let verified = try register()
            kinds[verified.attestation.kind, default: 0] += 1
            #expect(verified.attestation.kind == Self.kind(of: vector.name), "\(vector.name)")
            try expect(verified.record.aaguid, equals: SpecificationVector.bytes(vector.registration, "aaguid"))
            let challenge = try SpecificationVector.bytes(vector.authentication, "challenge")
            let assertion = try vector.authenticationCredential()
            let signedIn = try relyingParty.verify(
                assertion, challenge: challenge, user: [1]
            ) { _ in verified.record }
            #expect(signedIn.record.id == credential.id, "\(vector.name)")
            #expect(throws: WebAuthnError.wrongChallenge, "\(vector.name)") {
                try relyingParty.verify(assertion, challenge: challenge.reversed(), user: [1]) { _ in
                    verified.record
                }
            }
        }
        #expect(refusedCount == Self.unsupported.count)
        #expect(kinds == [.none: 7, .selfAttested: 1, .anchored: 5])
        #expect(vectors.count == 15)
    }

    @Test("framed vectors are refused if frames are, and certified vectors under another root")
    func framedAndUntrustedVectorsAreRefused() throws {
        let (vectors, root) = try SpecificationVector.all()
        let strict = try Self.relyingParty(root: root, topOrigins: [])
        let frame = [try Origin("https://other.example")]
        let other = try Self.relyingParty(root: AttestationAuthority().root(), topOrigins: frame)
        var errors: [WebAuthnError] = []
        for vector in vectors {
            for relyingParty in [strict, other] {
                do {
                    _ = try relyingParty.verify(
                        vector.registrationCredential(),
                        challenge: SpecificationVector.bytes(vector.registration, "challenge"), userHandle: [1],
                        at: TestCeremony.now)
                } catch let error as WebAuthnError {
                    errors.append(error)
                }
            }
        }
        #expect(errors.filter { $0 == .framed }.count == 2)
        #expect(errors.filter { $0 == .unknownTopOrigin }.count == 1)
        #expect(errors.filter { $0 == .attestation(.untrustedChain) }.count == 5)
    }
}
