import Foundation
import OpenSSLCrypto
import TestKeys
import TestSupport
import Testing

@Suite("Lists of certificates")
struct CertificateListTests {
    static func roots() throws -> [Certificate] { [try CertificateTests.root(), try CertificateTests.certificate()] }

    @Test("one certificate in DER is a list")
    func derIsRead() throws {
        let root = try CertificateTests.root()
        try expect(Certificate.list(root.der).map(\.der), equals: [root.der])
        #expect(throws: CryptoError.invalidCertificate) { try Certificate.list(root.der + [0]) }
        #expect(throws: CryptoError.invalidCertificate) { try Certificate.list(Array(root.der.dropLast())) }
    }

    @Test("certificates in PEM are read in order, whatever stands around them")
    func pemIsRead() throws {
        let roots = try Self.roots()
        let texts = roots.map { pemBlock($0.der) }
        for text in [
            texts.joined(), "A comment\n" + texts.joined(separator: "\nand another\n") + "the end",
            texts.joined().replacing("\n", with: "\r\n"), String(texts.joined().dropLast()),
        ] {
            try expect(Certificate.list(Array(text.utf8)).map(\.der), equals: roots.map(\.der))
        }
    }

    private static let begin = "-----BEGIN CERTIFICATE-----\n"
    private static let encrypted =
        begin + "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00112233445566778899AABBCCDDEEFF\n\n"

    static let broken: [(what: String, change: @Sendable (String, [UInt8]) -> String)] = [
        ("nothing", { _, _ in "" }), ("text", { _, _ in "no certificate" }),
        ("a certificate cut short", { text, _ in String(text.dropLast(40)) }),
        ("a certificate, then one cut short", { text, _ in text + text.dropLast(40) }),
        ("a certificate, then one without an end", { text, _ in text + "-----BEGIN CERTIFICATE-----\nMIIB\n" }),
        ("no end", { text, _ in text.replacing("-----END CERTIFICATE-----", with: "") }),
        ("characters outside the alphabet", { text, _ in text.replacing("\nMII", with: "\n!II") }),
        ("an empty block", { _, _ in "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n" }),
        ("bytes that are no certificate", { text, _ in text + pemBlock([1, 2, 3]) }),
        ("a byte after the certificate", { text, der in text + pemBlock(der + [0]) }),
        ("a key", { text, der in text + pemBlock(der, "PRIVATE KEY") }),
        ("a key in front", { text, der in pemBlock(der, "PUBLIC KEY") + text }),
        (
            "an encrypted block, for which nobody is asked for a password",
            { text, _ in text.replacing(begin, with: encrypted) }
        ),
        ("a list in another container", { _, der in pemBlock(der, "PKCS7") }),
    ]

    @Test("a list with anything else is refused as a whole", arguments: broken.indices)
    func brokenListIsRefused(index: Int) throws {
        let der = try CertificateTests.root().der
        let text = Self.broken[index].change(pemBlock(der), der)
        #expect(throws: CryptoError.invalidCertificate, "\(Self.broken[index].what)") {
            try Certificate.list(Array(text.utf8))
        }
    }

    @Test("a list that was refused leaves no error behind")
    func refusedListLeavesNoError() throws {
        #expect(throws: CryptoError.invalidCertificate) { try Certificate.list([1]) }
        let root = try CertificateTests.root()
        let roots = try Certificate.list(root.der)
        #expect(Certificate.isTrusted([root], roots: roots, at: CertificateTests.now))
    }
}
