import COpenSSL
import OpenSSLCrypto
import TestKeys
import Testing

/// A bundle of roots, and a chain that a server shows.
struct TrustScenario: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// OpenSSL's verdict; nil if it depends on the order in which OpenSSL looks at roots.
    let expected: Int32?
    let make: @Sendable () throws -> (roots: [[UInt8]], chain: [[UInt8]])

    init(
        _ name: String, _ expected: Int32?,
        _ make: @escaping @Sendable () throws -> (roots: [[UInt8]], chain: [[UInt8]])
    ) {
        (testDescription, self.expected, self.make) = (name, expected, make)
    }

    static let all = ordinary + severalRoots + names + wideNames

    private static let ordinary = [
        TrustScenario("a server of a root", X509_V_OK) {
            let root = try TestAuthority("Root One")
            return ([try TestAuthority("Other").certificate, root.certificate], [try leaf(of: root)])
        },
        TrustScenario("a server of an authority between", X509_V_OK) {
            let root = try TestAuthority("Root One")
            let between = try TestAuthority("Between", issuer: root)
            return ([root.certificate], [try leaf(of: between), between.certificate])
        },
        TrustScenario("a chain that leaves the authority between out", X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY) {
            let root = try TestAuthority("Root One")
            return ([root.certificate], [try leaf(of: try TestAuthority("Between", issuer: root))])
        },
        TrustScenario("an unknown root", X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY) {
            ([try TestAuthority("Root One").certificate], [try leaf(of: try TestAuthority("Unknown"))])
        },
        TrustScenario("an unknown root in the chain", X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN) {
            let unknown = try TestAuthority("Unknown")
            return ([try TestAuthority("Root One").certificate], [try leaf(of: unknown), unknown.certificate])
        },
        TrustScenario("another authority with the name of a root", X509_V_ERR_CERT_SIGNATURE_FAILURE) {
            ([try TestAuthority("Root One").certificate], [try leaf(of: try TestAuthority("Root One"))])
        },
        TrustScenario("a root that is the server's own certificate", X509_V_OK) {
            let own = try leaf(of: try TestAuthority("Nobody"))
            return ([own], [own])
        },
        TrustScenario("an authority between as the only root", X509_V_OK) {
            let between = try TestAuthority("Between", issuer: try TestAuthority("Root One"))
            return ([between.certificate], [try leaf(of: between)])
        },
        TrustScenario("a root that is no authority", X509_V_ERR_INVALID_CA) {
            let key = try PrivateKey.generate(.p256)
            let builder = CertificateBuilder(commonName: "Root One")
            let server = CertificateBuilder(commonName: "server")
            let leaf = try server.certificate(of: key.publicKey, issuer: builder.subject, key: key)
            return ([try builder.selfSigned(key)], [leaf])
        },
    ]

    private static let severalRoots = [
        TrustScenario("a root beside the same one signed by another", X509_V_OK) {
            let (root, other) = (try TestAuthority("Root One"), try TestAuthority("Other"))
            return ([other.certificate, try crossSigned(root, by: other), root.certificate], [try leaf(of: root)])
        },
        TrustScenario("only a root that another one has signed", X509_V_OK) {
            let (root, other) = (try TestAuthority("Root One"), try TestAuthority("Other"))
            return ([try crossSigned(root, by: other)], [try leaf(of: root)])
        },
        TrustScenario("a root whose cross-signed form comes with the chain", X509_V_OK) {
            let (root, other) = (try TestAuthority("Root One"), try TestAuthority("Other"))
            return ([other.certificate], [try leaf(of: root), try crossSigned(root, by: other)])
        },
        TrustScenario("a root that was issued anew", X509_V_OK) {
            let root = try TestAuthority("Root One")
            return ([root.certificate, try reissued(root) { $0.serialNumber = [9] }], [try leaf(of: root)])
        },
        TrustScenario("a root behind one whose name differs in a hyphen", X509_V_OK) {
            let root = try TestAuthority("Root One")
            return ([try TestAuthority("Root-One").certificate, root.certificate], [try leaf(of: root)])
        },
        TrustScenario("an expired root before a valid one", X509_V_OK) {
            let root = try TestAuthority("Root One")
            return ([try expired(root), root.certificate], [try leaf(of: root)])
        },
        TrustScenario("an expired root after a valid one", X509_V_OK) {
            let root = try TestAuthority("Root One")
            return ([root.certificate, try expired(root)], [try leaf(of: root)])
        },
        TrustScenario("only an expired root", X509_V_ERR_CERT_HAS_EXPIRED) {
            let root = try TestAuthority("Root One")
            return ([try expired(root)], [try leaf(of: root)])
        },
        TrustScenario("a root that is not valid yet", X509_V_ERR_CERT_NOT_YET_VALID) {
            let root = try TestAuthority("Root One")
            let later = ("20330101000000Z", "20340101000000Z")
            return ([try reissued(root) { $0.validity = later }], [try leaf(of: root)])
        },
        TrustScenario("roots of one name with different keys, the right one first", nil) {
            let (root, other) = (try TestAuthority("Root One"), try TestAuthority("Root One"))
            return ([root.certificate, other.certificate], [try leaf(of: root)])
        },
        TrustScenario("roots of one name with different keys, the right one last", nil) {
            let (root, other) = (try TestAuthority("Root One"), try TestAuthority("Root One"))
            return ([other.certificate, root.certificate], [try leaf(of: root)])
        },
        TrustScenario("roots of one name with identified keys, the right one last", X509_V_OK) {
            let (root, other) = (try TestAuthority("Root One"), try TestAuthority("Root One"))
            let roots = [
                try reissued(other) { $0.extensions = [keyIdentifier(1)] },
                try reissued(root) { $0.extensions = [keyIdentifier(2)] },
            ]
            var server = CertificateBuilder(commonName: "server")
            server.extensions = [authorityKeyIdentifier(2)]
            let key = try PrivateKey.generate(.p256)
            return (roots, [try root.certificate(server, of: key.publicKey)])
        },
        TrustScenario("one root twice", X509_V_OK) {
            let root = try TestAuthority("Root One")
            return ([root.certificate, root.certificate], [try leaf(of: root)])
        },
    ]

    /// Roots with a subject that is written otherwise than the issuer of the server's certificate.
    private static let names: [TrustScenario] = [
        ("in other letters", name(0x0C, Array("ROOT one".utf8)), true),
        ("with more spaces", name(0x0C, Array("  Root   One ".utf8)), true),
        ("as another type of string", name(0x13, Array("Root One".utf8)), true),
        ("in ASCII of another kind", name(0x16, Array("root one".utf8)), true),
        ("in Teletex characters", name(0x14, Array("Root One".utf8)), true),
        ("in two bytes for each character", name(0x1E, Array("Root One".utf8).flatMap { [0, $0] }), true),
        ("in four bytes for each character", name(0x1C, Array("Root One".utf8).flatMap { [0, 0, 0, $0] }), true),
        ("without its space", name(0x0C, Array("RootOne".utf8)), false),
        ("with a hyphen", name(0x0C, Array("Root-One".utf8)), false),
        (
            "with another attribute", name(0x0C, Array("Root One".utf8), type: CertificateBuilder.Identifier.country),
            false
        ),
    ].map { words, subject, isEqual in
        TrustScenario(
            "a root whose name is written \(words)",
            isEqual ? X509_V_OK : X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY
        ) {
            let root = try TestAuthority("Root One")
            return ([try reissued(root) { $0.encodedSubject = subject }], [try leaf(of: root)])
        }
    }

    /// Roots with a character whose bytes look like two letters.
    private static let wideNames = [("two", UInt8(0x1E), [0x41, 0x42]), ("four", 0x1C, [0, 0, 0x41, 0x42])].map {
        (size: String, tag: UInt8, character: [UInt8]) in
        TrustScenario("a root whose name is one character of \(size) bytes", X509_V_OK) {
            let root = try TestAuthority("\u{4142}")
            return ([try reissued(root) { $0.encodedSubject = name(tag, character) }], [try leaf(of: root)])
        }
    }

    // MARK: - Certificates

    static func leaf(of authority: TestAuthority) throws -> [UInt8] {
        try authority.serverCertificate(of: try PrivateKey.generate(.p256).publicKey)
    }

    static func reissued(_ root: TestAuthority, _ change: (inout CertificateBuilder) -> Void) throws -> [UInt8] {
        var builder = CertificateBuilder(commonName: "")
        (builder.subject, builder.isAuthority) = (root.subject, true)
        change(&builder)
        return try root.certificate(builder, of: root.key.publicKey)
    }

    private static func expired(_ root: TestAuthority) throws -> [UInt8] {
        try reissued(root) { $0.validity = ("20200101000000Z", "20250101000000Z") }
    }

    private static func crossSigned(_ root: TestAuthority, by other: TestAuthority) throws -> [UInt8] {
        var builder = CertificateBuilder(commonName: "")
        (builder.subject, builder.isAuthority) = (root.subject, true)
        return try other.certificate(builder, of: root.key.publicKey)
    }

    private static func name(
        _ tag: UInt8, _ value: [UInt8], type: [UInt8] = CertificateBuilder.Identifier.commonName
    ) -> [UInt8] {
        let attribute = DERBuilder.sequence([DERBuilder.element(0x06, type), DERBuilder.element(tag, value)])
        return DERBuilder.sequence([DERBuilder.element(0x31, attribute)])
    }

    private static func keyIdentifier(_ byte: UInt8) -> CertificateBuilder.Extension {
        ([0x55, 0x1D, 0x0E], false, DERBuilder.element(0x04, [byte, byte]))
    }

    private static func authorityKeyIdentifier(_ byte: UInt8) -> CertificateBuilder.Extension {
        ([0x55, 0x1D, 0x23], false, DERBuilder.sequence([DERBuilder.element(0x80, [byte, byte])]))
    }
}
