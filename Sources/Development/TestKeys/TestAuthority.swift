private import Essentials
package import OpenSSLCrypto

/// A certificate authority that exists only here, with a key on P-256.
package struct TestAuthority: Sendable {
    /// Its own certificate, in DER.
    package let certificate: [UInt8]
    /// Its key.
    package let key: PrivateKey
    private let name: String

    /// A root, or an authority that another one certifies.
    package init(_ name: String, issuer: TestAuthority? = nil) throws {
        self.name = name
        key = try PrivateKey.generate(.p256)
        var builder = CertificateBuilder(commonName: name)
        builder.isAuthority = true
        certificate = try builder.certificate(
            of: key.publicKey, issuer: (issuer?.subject).map { $0 } ?? builder.subject, key: issuer?.key ?? key)
    }

    /// What its certificates name as their issuer.
    package var subject: [CertificateBuilder.Attribute] { CertificateBuilder(commonName: name).subject }

    /// A certificate of a key that is signed by this authority.
    package func certificate(_ builder: CertificateBuilder, of key: PublicKey) throws -> [UInt8] {
        try builder.certificate(of: key, issuer: subject, key: self.key)
    }

    /// The certificate of a server at 127.0.0.1, or with a name.
    package func serverCertificate(named name: String? = nil, of key: PublicKey) throws -> [UInt8] {
        var builder = CertificateBuilder(commonName: "server")
        let names = name.map { DERBuilder.element(0x82, Array($0.utf8)) } ?? DERBuilder.element(0x87, [127, 0, 0, 1])
        builder.extensions = [
            (CertificateBuilder.Identifier.subjectAlternativeName, false, DERBuilder.sequence([names]))
        ]
        return try certificate(builder, of: key)
    }
}

/// The PEM form (RFC 7468) of bytes, 64 characters in a line.
package func pemBlock(_ bytes: [UInt8], _ label: String = "CERTIFICATE") -> String {
    let body = Data(bytes).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
    return "-----BEGIN \(label)-----\n\(body)\n-----END \(label)-----\n"
}
