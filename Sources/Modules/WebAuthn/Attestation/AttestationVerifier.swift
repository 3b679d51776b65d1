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
        if format.hasSameBytes(as: "none"), !(statement.members?.isEmpty ?? false) { throw .malformedStatement }
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
        guard chain.first?.isValid(at: time) ?? false else { throw .certificateOutsideValidity }
        guard !policy.roots.isEmpty else { return .unanchored }
        guard Certificate.isTrusted(chain, roots: policy.roots, at: time) else { throw .untrustedChain }
        return .anchored
    }
}
