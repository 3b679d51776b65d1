internal import Essentials
internal import OpenSSLCrypto
internal import TestKeys

/// A certificate authority on this machine for one name. It is kept in a folder, so that a device is told to trust it
/// only once, and it can vouch for no other name.
struct LocalAuthority {
    /// The path of its certificate, for the devices that are to trust it.
    let path: String
    private let certificate: [UInt8]
    private let key: PrivateKey
    private let name: String

    /// The authority for a name in a folder. If there is none yet, it is made.
    ///
    /// - Throws: what prevents that it is made, read or kept.
    init(for name: String, in folder: String) throws {
        self.name = name
        path = "\(folder)/\(name)-authority.pem"
        let keyPath = "\(folder)/\(name)-authority-key.pem"
        if let certificate = Self.pemContents(path), let encoded = Self.pemContents(keyPath) {
            (self.certificate, key) = (certificate, try PrivateKey(encoded: encoded))
            return
        }
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        key = try PrivateKey.generate(.p256)
        certificate = try Self.root(of: key, for: name)
        guard
            FileManager.default.createFile(
                atPath: keyPath, contents: Data(pemBlock(try key.encoded(), "EC PRIVATE KEY").utf8),
                attributes: [.posixPermissions: 0o600])
        else { throw CocoaError(.fileWriteNoPermission) }
        try Data(pemBlock(certificate).utf8).write(to: URL(filePath: path))
    }

    /// A new certificate of a key for the name, and the authority's own.
    func chain(for key: PublicKey) throws -> [[UInt8]] {
        var builder = CertificateBuilder(commonName: name)
        builder.serialNumber = [0x01] + (try SecureRandom.bytes(15))
        // Apple's devices accept 825 days at most.
        builder.validity = Self.validity(days: 90)
        builder.extensions = [
            (Identifier.subjectAlternativeName, false, DERBuilder.sequence([Self.dnsName(name)])),
            (Identifier.keyUsage, true, DERBuilder.element(0x03, [0x07, 0x80])),
            (Identifier.extendedKeyUsage, false, DERBuilder.sequence([DERBuilder.element(0x06, Identifier.tlsServer)])),
            (
                Identifier.authorityKey, false,
                DERBuilder.sequence([DERBuilder.element(0x80, Self.identifier(of: self.key.publicKey))])
            ),
        ]
        let own = try builder.certificate(of: key, issuer: Self.subject(name), key: self.key)
        return [own, certificate]
    }

    private typealias Identifier = CertificateBuilder.Identifier

    private static func subject(_ name: String) -> [CertificateBuilder.Attribute] {
        CertificateBuilder(commonName: "cognito-passkeys sandbox, \(name)").subject
    }

    /// A root that may vouch for servers of the name (RFC 5280 section 4.2.1), and for no IP address.
    private static func root(of key: PrivateKey, for name: String) throws -> [UInt8] {
        var builder = CertificateBuilder(commonName: "")
        builder.subject = subject(name)
        builder.serialNumber = [0x01] + (try SecureRandom.bytes(15))
        builder.validity = validity(days: 3_650)
        builder.isAuthority = true
        let addresses = [8, 32].map {
            DERBuilder.sequence([DERBuilder.element(0x87, [UInt8](repeating: 0, count: $0))])
        }
        builder.extensions = [
            (Identifier.keyUsage, true, DERBuilder.element(0x03, [0x02, 0x04])),
            (Identifier.subjectKey, false, DERBuilder.element(0x04, identifier(of: key.publicKey))),
            (
                Identifier.nameConstraints, true,
                DERBuilder.sequence([
                    DERBuilder.element(0xA0, DERBuilder.sequence([dnsName(name)])),
                    DERBuilder.element(0xA1, Array(addresses.joined())),
                ])
            ),
        ]
        return try builder.selfSigned(key)
    }

    private static func dnsName(_ name: String) -> [UInt8] { DERBuilder.element(0x82, Array(name.utf8)) }

    private static func identifier(of key: PublicKey) -> [UInt8] {
        Array(SHA256.digest(of: CertificateBuilder.keyInfo(key)).prefix(20))
    }

    /// From yesterday, because devices' clocks differ.
    private static func validity(days: Double) -> (from: String, to: String) {
        let day = 24.0 * 3600
        // As UTCTime (RFC 5280 section 4.1.2.5.1): the digits of 2026-11-28T19:20:17Z without the century.
        func text(_ date: Date) -> String { date.formatted(.iso8601).filter(\.isNumber).dropFirst(2) + "Z" }
        return (text(Date(timeIntervalSinceNow: -day)), text(Date(timeIntervalSinceNow: days * day)))
    }

    /// What the PEM block in a file holds; nil if there is no such file, or it holds none.
    private static func pemContents(_ path: String) -> [UInt8]? {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("-----") }
        return Data(base64Encoded: lines.joined()).map { [UInt8]($0) }
    }
}
