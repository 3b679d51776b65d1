internal import OpenSSLCrypto
private import Primitives

/// Verifies the statement of one registration (WebAuthn section 7.1 steps 22 to 25).
struct AttestationVerifier {
    let statement: CBORValue
    let authenticatorData: AuthenticatorData
    let credential: AttestedCredential
    let clientDataHash: [UInt8]
    let policy: AttestationPolicy
    /// Seconds since 1970, for the validity of certificates.
    let time: Int64

    /// Verifies the statement in the given format.
    ///
    /// - Throws: `AttestationError` if the statement is invalid in its format, or if the policy does not accept its
    ///   kind or the model.
    func verify(format: String) throws(AttestationError) -> Attestation {
        let kind = try kind(format: format)
        guard policy.accepted.contains(kind) else { throw .notAccepted(kind) }
        let attestation = Attestation(format: format, kind: kind)
        guard let models = policy.models else { return attestation }
        guard attestation.provesModel else { throw .modelNotProven }
        guard let model = AAGUID(credential.aaguid), models.contains(model) else { throw .modelNotAccepted }
        return attestation
    }

    private func kind(format: String) throws(AttestationError) -> AttestationKind {
        if format.hasSameBytes(as: "packed") { return try packed() }
        if format.hasSameBytes(as: "fido-u2f") { return try fidoU2F() }
        // Section 8.7.
        if format.hasSameBytes(as: "none"), statement.members?.isEmpty != true { throw .malformedStatement }
        return .none
    }

    /// The statement's members with the given names, if it has exactly these.
    func members(_ names: String...) throws(AttestationError) -> [CBORValue] {
        let values = names.compactMap { statement[$0] }
        guard values.count == names.count, statement.members?.count == names.count else { throw .malformedStatement }
        return values
    }

    /// The bytes that the packed format signs (section 8.2).
    var signedBytes: [UInt8] { authenticatorData.bytes + clientDataHash }

    /// The certificates in the member `x5c`, the attestation certificate first.
    func certificates(_ x5c: CBORValue) throws(AttestationError) -> [Certificate] {
        guard let elements = x5c.elements, !elements.isEmpty else { throw .malformedStatement }
        var chain: [Certificate] = []
        for element in elements {
            guard let der = element.bytes else { throw .malformedStatement }
            do { chain.append(try Certificate(der: der)) } catch { throw .invalidCertificate }
        }
        return chain
    }

    /// Checks the certificates of a statement whose signature is valid (section 7.1 step 25).
    func trust(_ chain: [Certificate]) throws(AttestationError) -> AttestationKind {
        guard let leaf = chain.first, leaf.isValid(at: time) else { throw .certificateOutsideValidity }
        guard !policy.roots.isEmpty else { return .unanchored }
        guard Certificate.isTrusted(chain, roots: policy.roots, at: time) else { throw .untrustedChain }
        return .anchored
    }
}

/// The format `packed` (WebAuthn section 8.2).
extension AttestationVerifier {
    /// The extension of an attestation certificate that names the model of authenticator (section 8.2.1).
    private static let aaguidExtension = "1.3.6.1.4.1.45724.1.1.4"

    func packed() throws(AttestationError) -> AttestationKind {
        statement["x5c"] == nil ? try selfAttested() : try certified()
    }

    private func selfAttested() throws(AttestationError) -> AttestationKind {
        let members = try members("alg", "sig")
        guard let number = members[0].integer, let signature = members[1].bytes else { throw .malformedStatement }
        guard COSEAlgorithm(number: number) == credential.publicKey.algorithm else { throw .wrongAlgorithm }
        guard credential.publicKey.isValid(signature, of: signedBytes) else { throw .invalidSignature }
        return .selfAttested
    }

    private func certified() throws(AttestationError) -> AttestationKind {
        let members = try members("alg", "sig", "x5c")
        guard let number = members[0].integer, let signature = members[1].bytes else { throw .malformedStatement }
        let chain = try certificates(members[2])
        // A signature that cannot be verified here proves nothing, and refutes nothing either.
        guard let algorithm = COSEAlgorithm(number: number), let key = chain[0].publicKey else { return .none }
        guard COSEAlgorithm(key.kind) == algorithm else { throw .wrongCertificateKey }
        guard key.isValid(signature, of: signedBytes, ecdsa: .der) else { throw .invalidSignature }
        try checkRequirements(chain[0])
        return try trust(chain)
    }

    /// Section 8.2.1.
    private func checkRequirements(_ certificate: Certificate) throws(AttestationError) {
        guard certificate.version == 3 else { throw .wrongCertificateVersion }
        let country = certificate.subject(.country)
        guard country.count == 1, country.allSatisfy({ $0.utf8.count == 2 }),
            isNamed(certificate.subject(.organization)), isNamed(certificate.subject(.commonName)),
            certificate.subject(.organizationalUnit) == ["Authenticator Attestation"]
        else { throw .wrongCertificateSubject }
        guard certificate.isAuthority == false else { throw .authorityCertificate }
        let found: CertificateExtension?
        do {
            found = try certificate.certificateExtension(Self.aaguidExtension)
        } catch {
            throw .malformedAAGUIDExtension
        }
        guard let found else { return }
        // The value is an octet string in the octet string that every extension's value is: 04 10, then the AAGUID.
        guard !found.isCritical, found.value.count == 18, found.value.starts(with: [0x04, 0x10]) else {
            throw .malformedAAGUIDExtension
        }
        guard found.value.dropFirst(2).elementsEqual(credential.aaguid) else { throw .wrongAAGUID }
    }

    private func isNamed(_ values: [String]) -> Bool { values.count == 1 && values.allSatisfy { !$0.isEmpty } }
}

/// The format `fido-u2f` (WebAuthn section 8.6).
extension AttestationVerifier {
    func fidoU2F() throws(AttestationError) -> AttestationKind {
        let members = try members("sig", "x5c")
        guard let signature = members[0].bytes else { throw .malformedStatement }
        let chain = try certificates(members[1])
        guard let certificate = chain.first, chain.count == 1 else { throw .wrongCertificateCount }
        guard let key = certificate.publicKey, key.kind == .p256 else { throw .wrongCertificateKey }
        // Each coordinate has 32 bytes, because a credential key with other lengths cannot be created.
        guard case .p256(let x, let y) = credential.publicKey.key.components else { throw .wrongCredentialKey }
        let signed = [0x00] + authenticatorData.relyingPartyIDHash + clientDataHash + credential.id + [0x04] + x + y
        guard key.isValid(signature, of: signed, ecdsa: .der) else { throw .invalidSignature }
        return try trust(chain)
    }
}
