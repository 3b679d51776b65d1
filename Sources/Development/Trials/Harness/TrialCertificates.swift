#if os(Linux)
internal import Essentials
internal import LoopbackServer
internal import LoopbackSockets
internal import OpenSSLCrypto
internal import TLSRelay
internal import TestKeys

/// The certificates of services behind TLS, made for this run, and files of the roots that a program may trust.
final class TrialCertificates: Sendable {
    /// Which roots a program trusts.
    enum Roots: String, CaseIterable {
        /// Those of this machine, and the root of the services.
        case all
        /// Only the root of the services.
        case one
    }

    /// A certificate of the services' root.
    let trusted: TLSIdentity
    /// A certificate of a root that no program trusts.
    let untrusted: TLSIdentity
    /// Whether this machine has a file of roots.
    let hasMachineRoots: Bool
    private let folder: URL

    /// Where machines keep their roots.
    private static let bundles = ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt"]

    /// New certificates, and a folder for the files.
    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "trial-" + UUID().uuidString)
        let root = try TestAuthority("Trial")
        trusted = try Self.identity(of: root)
        untrusted = try Self.identity(of: TestAuthority("Stranger"))
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        let own = Data(pemBlock(root.certificate).utf8)
        let bundle = Self.bundles.compactMap { FileManager.default.contents(atPath: $0) }.first
        hasMachineRoots = bundle != nil
        try own.write(to: file(.one))
        try ((bundle ?? Data()) + own).write(to: file(.all))
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// The variable that makes a program trust these roots.
    func variable(trusting roots: Roots) -> [String: String] { ["SSL_CERT_FILE": file(roots).path] }

    private func file(_ roots: Roots) -> URL { folder.appending(path: roots.rawValue + ".pem") }

    private static func identity(of authority: TestAuthority) throws -> TLSIdentity {
        let key = try PrivateKey.generate(.p256)
        return try TLSIdentity(chain: [try authority.serverCertificate(of: key.publicKey)], key: key)
    }
}

extension LoopbackSocket {
    /// What carries a connection's requests: TLS with an identity, or plain HTTP without one; nil if the handshake
    /// fails.
    func secured(by identity: TLSIdentity?) -> (any ByteStream)? {
        if let identity { TLSConnection(self, identity) } else { self }
    }
}
#endif
