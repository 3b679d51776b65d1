internal import OpenSSLCrypto

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
        guard key.isValid(signature, of: signedBytes, scheme: algorithm.scheme) else { throw .invalidSignature }
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
