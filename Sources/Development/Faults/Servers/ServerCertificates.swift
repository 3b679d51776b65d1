#if os(Linux)
internal import CLibrary
internal import Foundation
internal import Processes
internal import TLSRelay

/// The certificates of the faulty servers, made by the `openssl` command for this run.
final class ServerCertificates: Sendable {
    /// The domain of the servers' names.
    static let domain = "services.test"

    /// A certificate that the functions trust, made out to the servers.
    let right: TLSIdentity
    /// A certificate made out to the servers, of an authority that the functions do not trust.
    let otherAuthority: TLSIdentity
    /// A certificate that the functions trust, made out to another server.
    let otherHost: TLSIdentity
    /// The file of the authorities that the functions trust.
    let authorities: String

    private let folder: URL

    /// New certificates in a folder of their own.
    init() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "faults-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        self.folder = folder
        let servers = "DNS:*.\(Self.domain),IP:127.0.0.1"
        right = try Self.identity("right", for: servers, in: folder)
        otherAuthority = try Self.identity("other-authority", for: servers, in: folder)
        otherHost = try Self.identity("other-host", for: "DNS:elsewhere.test", in: folder)
        // Each certificate is its own authority.
        let trusted = try ["right", "other-host"].map {
            try String(contentsOf: folder.appending(path: "\($0).pem"), encoding: .utf8)
        }
        let file = folder.appending(path: "authorities.pem")
        try trusted.joined().write(to: file, atomically: false, encoding: .utf8)
        authorities = file.path
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private static func identity(_ name: String, for subject: String, in folder: URL) throws(FaultsError) -> TLSIdentity
    {
        let (certificate, key) = (
            folder.appending(path: name + ".pem").path, folder.appending(path: name + ".key").path
        )
        let words = [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
            "/CN=\(name)", "-addext", "subjectAltName=\(subject)", "-keyout", key, "-out", certificate,
        ]
        let nowhere = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
        defer { close(nowhere) }
        var status: Int32 = 0
        guard
            let process = try? Spawn.start(
                "/usr/bin/openssl", words, environment: ["PATH": "/usr/bin:/bin"], output: nowhere, errors: nowhere),
            unsafe waitpid(process, &status, 0) == process, status == 0
        else { throw .noCertificates }
        guard let identity = TLSIdentity(certificate: certificate, key: key) else { throw .noCertificates }
        return identity
    }
}
#endif
