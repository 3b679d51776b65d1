import OpenSSLCrypto
import TestKeys
import TestSupport
import Testing

@Suite("Certificates")
struct CertificateTests {
    /// 1 June 2026, within the validity that the builder writes.
    static let now: Int64 = 1_780_272_000

    static let authority = try? PrivateKey.generate(.p256)
    static let authorityName: [CertificateBuilder.Attribute] = [(CertificateBuilder.Identifier.commonName, "Root")]

    static func builder(_ commonName: String = "Leaf") -> CertificateBuilder {
        CertificateBuilder(commonName: commonName)
    }

    static func certificate(
        _ builder: CertificateBuilder = builder(), of key: PublicKey? = nil, by signer: PrivateKey? = nil,
        issuer: [CertificateBuilder.Attribute] = authorityName
    ) throws -> Certificate {
        let signer = try signer ?? #require(authority)
        let key = try key ?? PrivateKey.generate(.p256).publicKey
        return try Certificate(der: builder.certificate(of: key, issuer: issuer, key: signer))
    }

    static func root() throws -> Certificate {
        var builder = builder("Root")
        builder.isAuthority = true
        return try Certificate(der: builder.selfSigned(#require(authority)))
    }

    @Test("a certificate is read with the contents it was built with", arguments: KeyKind.allCases)
    func contents(kind: KeyKind) throws {
        let key = try PrivateKey.generate(kind).publicKey
        var builder = Self.builder("Ein Schlüssel")
        builder.subject += [
            (CertificateBuilder.Identifier.country, "NZ"), (CertificateBuilder.Identifier.organization, "One"),
            (CertificateBuilder.Identifier.organizationalUnit, "A"),
            (CertificateBuilder.Identifier.organizationalUnit, "B"),
        ]
        builder.extensions = [([0x2A, 0x03], true, [0x04, 0x01, 0xAA]), ([0x2A, 0x04], false, [0x05, 0x00])]
        let certificate = try Self.certificate(builder, of: key)
        #expect(certificate.version == 3)
        #expect(certificate.publicKey?.components == key.components)
        #expect(certificate.isAuthority == false)
        #expect(certificate.subject(.country) == ["NZ"])
        #expect(certificate.subject(.organization) == ["One"])
        #expect(certificate.subject(.organizationalUnit) == ["A", "B"])
        #expect(certificate.subject(.commonName) == ["Ein Schlüssel"])
        let first = try certificate.certificateExtension("1.2.3")
        #expect(first?.value == [0x04, 0x01, 0xAA] && first?.isCritical == true)
        let second = try certificate.certificateExtension("1.2.4")
        #expect(second?.value == [0x05, 0x00] && second?.isCritical == false)
        try expect(certificate.certificateExtension("1.2.5"), equals: nil)
        #expect(throws: CryptoError.operationFailed) { try certificate.certificateExtension("nothing") }
    }

    @Test("reading an extension that occurs twice is refused")
    func duplicateExtension() throws {
        var builder = Self.builder()
        builder.extensions = [([0x2A, 0x03], false, [0x05, 0x00]), ([0x2A, 0x03], false, [0x05, 0x00])]
        #expect(throws: CryptoError.invalidCertificate) {
            try Self.certificate(builder).certificateExtension("1.2.3")
        }
    }

    @Test("version and authority are read as written", arguments: [1, 3] as [UInt8], [nil, true, false])
    func versionAndAuthority(version: UInt8, isAuthority: Bool?) throws {
        var builder = Self.builder()
        builder.version = version
        builder.isAuthority = isAuthority
        let certificate = try Self.certificate(builder)
        #expect(certificate.version == Int(version))
        #expect(certificate.isAuthority == (version == 3 ? isAuthority : nil))
        #expect(certificate.subject(.country) == [])
    }

    @Test("the validity period includes its first and its last second")
    func validityPeriod() throws {
        let certificate = try Self.certificate()
        let (start, end): (Int64, Int64) = (1_704_067_200, 2_019_686_400)
        #expect([start, Self.now, end].allSatisfy(certificate.isValid))
        #expect(![start - 1, end + 1, 0, -1, .max / 2].contains(where: certificate.isValid))
    }

    @Test("bytes that are not a certificate, and bytes after one, are refused")
    func malformedCertificate() throws {
        let der = try Self.certificate().der
        let wrong = [[], [0x30], Array(der.dropLast()), der + [0], [0x30, 0x00]]
        for bytes in wrong { #expect(throws: CryptoError.invalidCertificate) { try Certificate(der: bytes) } }
        var builder = Self.builder()
        // Basic Constraints with a value that is not a sequence.
        builder.isAuthority = nil
        builder.extensions = [([0x55, 0x1D, 0x13], true, [0x05, 0x00])]
        #expect(throws: CryptoError.invalidCertificate) { try Self.certificate(builder) }
    }

    @Test("a certificate with one changed byte is read or refused with an error, and never crashes")
    func changedByteNeverCrashes() throws {
        let certificate = try Self.certificate()
        let root = try Self.root()
        for index in certificate.der.indices {
            var bytes = certificate.der
            bytes[index] ^= 0x21
            guard let changed = try? Certificate(der: bytes) else { continue }
            #expect(!Certificate.isTrusted([changed], roots: [root], at: Self.now), "byte \(index)")
        }
    }

    /// Keys on P-521 and secp256k1, of RSA with 1024 bits, and of X25519.
    static let otherKeys = [
        """
        30819b301006072a8648ce3d020106052b81040023038186000400f4201245188beec110da1cc6ef308ab63072606b0427c1f24bc665
        baf1226a159d4a2ebe62a12ce27629cefce4df007d3bf54c27cb9dd1b751d323362dde33b20c0186040e471156a94d5a410268a43b15
        ea12343a5b6a4eb0809b4d3917a2748fd2694d6217f513556b7c5bbbb6665770b1e6b022a1f6e4c67990a5ebe73d80e4a386
        """,
        """
        3056301006072a8648ce3d020106052b8104000a034200048153dc65e3a48edff60bcaf32f2f665a85696405f627afc13adb4e0b8f8a
        9df2cdcf33aebdd6be466324d8a4e5923085ee5ec4ac1a1feec68530569e20b624ab
        """,
        """
        30819f300d06092a864886f70d010101050003818d0030818902818100aa9635df8e4e2e837b3a4d32198f3301d4efc04449661ecbae
        e505366a7bc480b7f155f21e7f725b210d7ea4c516bd7465999045cc3e9d47132c03ddf265b14e4cab81005e7eb2a6e84d16a4205abe
        89fc27afa19021d5fcd328abe3c415ca7a27047e10d2266cc15c53798005351080f7620f0b80d767c032a5d0c778897aa50203010001
        """,
        "302a300506032b656e032100fc9e72263960c8c9e7ae21734d8a8feba44aa6d0e306d0ec5b4cf3d9bb6d6c73",
    ]

    @Test("a certificate with a key of a kind or size that is not accepted has no public key", arguments: otherKeys)
    func unsupportedKey(text: String) throws {
        var builder = Self.builder()
        builder.keyInfo = hex(text)
        try expect(Self.certificate(builder).publicKey) { $0 == nil }
    }

    @Test("a chain is trusted if it leads to a root directly, through another certificate, or is the root itself")
    func trustedChains() throws {
        let root = try Self.root()
        let leaf = try Self.certificate()
        #expect(Certificate.isTrusted([leaf], roots: [root], at: Self.now))
        #expect(Certificate.isTrusted([leaf, root], roots: [root], at: Self.now))
        #expect(Certificate.isTrusted([leaf], roots: [leaf], at: Self.now))
        let middleKey = try PrivateKey.generate(.p384)
        var builder = Self.builder("Middle")
        builder.isAuthority = true
        let middle = try Self.certificate(builder, of: middleKey.publicKey)
        let end = try Self.certificate(by: middleKey, issuer: builder.subject)
        #expect(Certificate.isTrusted([end, middle], roots: [root], at: Self.now))
        #expect(Certificate.isTrusted([end], roots: [middle], at: Self.now))
        #expect(!Certificate.isTrusted([end], roots: [root], at: Self.now))
    }

    @Test("a chain is not trusted without a root, with another root, at another time, or through a non-authority")
    func untrustedChains() throws {
        let root = try Self.root()
        let leaf = try Self.certificate()
        #expect(!Certificate.isTrusted([], roots: [root], at: Self.now))
        #expect(!Certificate.isTrusted([leaf], roots: [], at: Self.now))
        #expect(!Certificate.isTrusted([leaf, root], roots: [], at: Self.now))
        #expect(!Certificate.isTrusted([leaf], roots: [root], at: 0))
        #expect(!Certificate.isTrusted([leaf], roots: [root], at: 2_019_686_401))
        var builder = Self.builder("Root")
        builder.isAuthority = true
        let other = try Certificate(der: builder.selfSigned(PrivateKey.generate(.p256)))
        #expect(!Certificate.isTrusted([leaf], roots: [other], at: Self.now))
        let middleKey = try PrivateKey.generate(.p256)
        let middle = try Self.certificate(Self.builder("Middle"), of: middleKey.publicKey)
        let end = try Self.certificate(by: middleKey, issuer: Self.builder("Middle").subject)
        #expect(!Certificate.isTrusted([end, middle], roots: [root], at: Self.now))
    }
}
