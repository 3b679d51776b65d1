import OpenSSLCrypto
import TestKeys
import TestSupport

/// A manufacturer of authenticators, with a root certificate and the key and certificate of one model.
struct AttestationAuthority {
    typealias Identifier = CertificateBuilder.Identifier

    /// The key that signs registrations.
    var key: PrivateKey
    /// The certificate of that key. It is valid unless a test changes it.
    var certificate = Self.certificateBuilder
    /// Certificates after the first.
    var furtherCertificates: [[UInt8]] = []
    let rootKey: PrivateKey

    init(_ kind: KeyKind = .p256) throws {
        key = try .generate(kind)
        rootKey = try .generate(.p256)
    }

    static var certificateBuilder: CertificateBuilder {
        var builder = CertificateBuilder(commonName: "A Model")
        builder.subject += [
            (Identifier.country, "NZ"), (Identifier.organization, "A Maker"),
            (Identifier.organizationalUnit, "Authenticator Attestation"),
        ]
        builder.extensions = [(Identifier.aaguid, false, [0x04, 0x10] + TestCeremony.aaguid)]
        return builder
    }

    private static var rootBuilder: CertificateBuilder {
        var builder = CertificateBuilder(commonName: "A Maker's Root")
        builder.isAuthority = true
        return builder
    }

    func with(_ change: (inout AttestationAuthority) throws -> Void) rethrows -> AttestationAuthority {
        var changed = self
        try change(&changed)
        return changed
    }

    func rootBytes() throws -> [UInt8] { try Self.rootBuilder.selfSigned(rootKey) }

    func root() throws -> Certificate { try Certificate(der: rootBytes()) }

    func chain() throws -> [[UInt8]] {
        let issuer = Self.rootBuilder.subject
        return [try certificate.certificate(of: key.publicKey, issuer: issuer, key: rootKey)] + furtherCertificates
    }
}
