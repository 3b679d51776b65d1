import COpenSSL
import Foundation
import OpenSSLCrypto
import TestKeys
import TestSupport
import Testing

@Suite("The form of a bundle of roots")
struct BundleFormTests {
    /// Bundles that hold one root, as its PEM block changed in some way.
    typealias Form = (what: String, change: @Sendable (String) -> String)

    static let readable: [Form] = [
        ("nothing else", { $0 }), ("comments around", { "# The root\n\n" + $0 + "\nthe end" }),
        ("line ends of two characters", { $0.replacing("\n", with: "\r\n") }),
        ("spaces at the ends of lines", { $0.replacing("\n", with: "  \n") }),
        ("no line end at the end", { String($0.dropLast()) }),
        ("a comment beyond ASCII", { "# Főtanúsítvány\n" + $0 }),
    ]

    @Test("an ordinary bundle is indexed", arguments: readable.indices)
    func ordinaryBundleIsIndexed(index: Int) throws {
        let root = try TestAuthority("Root One")
        let pem = Self.readable[index].change(pemBlock(root.certificate))
        try expect(StoreVerdict.onDemand(pem, [TrustScenario.leaf(of: root)])?.code, equals: X509_V_OK)
        try expect(StoreVerdict.whole(pem, [TrustScenario.leaf(of: root)])?.code, equals: X509_V_OK)
    }

    static let unreadable: [Form] = [
        ("nothing", { _ in "" }), ("only comments", { _ in "# no root\n" }),
        ("a trusted certificate", { $0.replacing("CERTIFICATE", with: "TRUSTED CERTIFICATE") }),
        ("the old label", { $0.replacing("CERTIFICATE", with: "X509 CERTIFICATE") }),
        ("another kind of block behind", { $0 + pemBlock([0x30, 0x00], "X509 CRL") }),
        ("another kind of block in front", { pemBlock([0x30, 0x00], "PRIVATE KEY") + $0 }),
        ("a character outside the alphabet", { $0.replacing("\nMII", with: "\n!II") }),
        ("padding inside", { $0.replacing("\nMII", with: "\nMI=") }),
        ("a header", { $0.replacing("-----\nMII", with: "-----\nComment: a\n\nMII") }),
        ("an empty line inside", { $0.replacing("-----\nMII", with: "-----\n\nMII") }),
        ("an empty block", { $0 + "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n" }),
        ("a block without an end", { $0 + "-----BEGIN CERTIFICATE-----\nMIIB\n" }),
        ("a block that begins inside another", { "-----BEGIN CERTIFICATE-----\nMIIB\n" + $0 }),
        ("an end without a beginning", { $0 + "-----END CERTIFICATE-----\n" }),
        ("a line of a thousand characters", { $0 + String(repeating: "a", count: 1_000) }),
        ("a block in one line", { "-----BEGIN CERTIFICATE-----\n\(base64($0))\n-----END CERTIFICATE-----\n" }),
        ("bytes that are no certificate", { $0 + pemBlock([1, 2, 3]) }),
        ("an empty sequence", { $0 + pemBlock([0x30, 0x00]) }),
        ("a certificate cut short", { $0 + changed($0) { $0.dropLast() } }),
        ("a byte behind a certificate", { $0 + changed($0) { $0 + [0] } }),
        ("an indefinite length", { $0 + changed($0) { [0x30, 0x80] + $0.dropFirst(4) + [0, 0] } }),
        (
            "a length that exceeds the certificate",
            { $0 + changed($0) { $0.replacing([0x30, 0x0A], with: [0x30, 0x7A]) } }
        ),
        (
            "a name that its parts do not fill",
            { $0 + changed($0) { $0.replacing([0x0C, 0x08], with: [0x0C, 0x07], maxReplacements: 1) } }
        ),
        ("two certificates in one block", { $0 + changed($0) { $0 + $0 } }),
        ("padding that is missing", { $0 + pemBlock(BareCertificate().der).replacing("=", with: "") }),
        ("a line behind padding", { $0 + twoPaddedLines(BareCertificate().der) }),
    ]

    @Test("anything else is left to OpenSSL", arguments: unreadable.indices)
    func otherBundlesAreLeftToOpenSSL(index: Int) throws {
        let block = pemBlock(try TestAuthority("Root One").certificate)
        let pem = Self.unreadable[index].change(block)
        #expect(pem != block)
        #expect(TrustStore(pem: Array(pem.utf8)) == nil, "\(Self.unreadable[index].what)")
    }

    /// Certificates of which only the parts that lead to the subject are there, changed in some way.
    static let deformed: [(what: String, change: @Sendable (inout BareCertificate) -> Void)] = [
        ("a set in place of the certificate's sequence", { $0.tag = 0x31 }),
        ("a serial number that is no integer", { $0.serialNumber[0] = 0x04 }),
        ("an issuer that is no sequence", { $0.issuer[0] = 0x31 }),
        ("a key that is no sequence", { $0.key[0] = 0x31 }),
        ("an algorithm that is no sequence", { $0.algorithm[0] = 0x31 }),
        ("a signature that is no bit string", { $0.signature[0] = 0x04 }),
        ("a part behind the signature", { $0.signature += [0x05, 0x00] }),
        ("a name with an attribute of three parts", { $0.attribute += [0x05, 0x00] }),
        ("a tag of more than one byte", { $0.key += [0x9F, 0x00] }),
        ("an indefinite length", { $0.key += [0x30, 0x80] }),
        ("a length in more bytes than it needs", { $0.key += [0x05, 0x81, 0x00] }),
        (
            "a nesting of twenty sequences",
            { certificate in
                for _ in 0..<20 { certificate.key = DERBuilder.element(0x30, certificate.key) }
            }
        ),
    ]

    @Test("a certificate of another structure is left to OpenSSL", arguments: deformed.indices)
    func otherStructureIsLeftToOpenSSL(index: Int) {
        var certificate = BareCertificate()
        #expect(TrustStore(pem: Array(pemBlock(certificate.der).utf8)) != nil)
        Self.deformed[index].change(&certificate)
        #expect(TrustStore(pem: Array(pemBlock(certificate.der).utf8)) == nil, "\(Self.deformed[index].what)")
    }

    @Test(
        "a certificate that ends in its own length is left to OpenSSL",
        arguments: [[0x30], [0x30, 0x81], [0x30, 0x82, 0x01]])
    func endInsideALengthIsLeftToOpenSSL(der: [UInt8]) { #expect(TrustStore(pem: Array(pemBlock(der).utf8)) == nil) }

    @Test("whatever byte of a bundle is damaged, no verdict gets better than OpenSSL's with all roots that it can read")
    func damagedBundles() throws {
        let (root, other) = (try TestAuthority("Root One"), try TestAuthority("Other"))
        let leaf = try TrustScenario.leaf(of: root)
        let pem = pemBlock(other.certificate) + pemBlock(root.certificate)
        // Every thirteenth byte of the whole text, so that each kind of place is among them.
        for position in stride(from: 0, to: pem.utf8.count, by: 13) {
            var bytes = Array(pem.utf8)
            bytes[position] = bytes[position] == UInt8(ascii: "B") ? UInt8(ascii: "C") : UInt8(ascii: "B")
            let text = String(decoding: bytes, as: UTF8.self)
            guard let onDemand = StoreVerdict.onDemand(text, [leaf]) else { continue }
            if let whole = try StoreVerdict.whole(text, [leaf]) {
                #expect(onDemand == whole, "position \(position)")
            } else if onDemand.code == X509_V_OK {
                // OpenSSL refuses the bundle because of the other root, and would accept it without.
                let alone = String(text.dropFirst(pemBlock(other.certificate).count))
                try expect(StoreVerdict.whole(alone, [leaf])?.code, equals: X509_V_OK, "position \(position)")
            }
        }
    }

    @Test("a file that cannot be read gives no store", arguments: ["/nonexistent/roots.pem", "/", "/dev/null"])
    func unreadableFile(path: String) { #expect(TrustStore(file: path) == nil) }

    /// The text between the first and the last line.
    private static func base64(_ block: String) -> String {
        block.split(separator: "\n").dropFirst().dropLast().joined()
    }

    /// A PEM block whose first line ends with padding, as no line but the last may.
    private static func twoPaddedLines(_ der: [UInt8]) -> String {
        let lines = [der.prefix(10), der.dropFirst(10)].map { Data($0).base64EncodedString() }
        return "-----BEGIN CERTIFICATE-----\n\(lines[0])\n\(lines[1])\n-----END CERTIFICATE-----\n"
    }

    /// The PEM block of other bytes.
    private static func changed(_ block: String, _ change: ([UInt8]) -> some Sequence<UInt8>) -> String {
        pemBlock(Array(change(Array(Data(base64Encoded: base64(block)) ?? Data()))))
    }
}

/// The structure of a certificate (RFC 5280 section 4.1) with hardly any content: enough for an index of subjects,
/// which decodes nothing.
struct BareCertificate {
    var tag: UInt8 = 0x30
    var serialNumber: [UInt8] = [0x02, 0x01, 0x01]
    var issuer: [UInt8] = [0x30, 0x00]
    /// A common name: its type and its value.
    var attribute: [UInt8] = [0x06, 0x03, 0x55, 0x04, 0x03, 0x0C, 0x01, 0x41]
    var key: [UInt8] = [0x30, 0x00]
    var algorithm: [UInt8] = [0x30, 0x00]
    var signature: [UInt8] = [0x03, 0x01, 0x00]

    var der: [UInt8] {
        let empty: [UInt8] = [0x30, 0x00]
        let subject = DERBuilder.sequence([DERBuilder.element(0x31, DERBuilder.sequence([attribute]))])
        let signed = DERBuilder.sequence([serialNumber, empty, issuer, empty, subject, key])
        return DERBuilder.element(tag, signed + algorithm + signature)
    }
}
