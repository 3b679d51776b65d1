#if os(Linux)
import Foundation
internal import OpenSSLCrypto
internal import TLSRelay
internal import TestKeys

/// The services that functions call in the cold runs, behind TLS, and two files of roots that a function may trust.
final class ColdServices {
    /// Which roots a function trusts.
    enum Roots: CaseIterable {
        /// Those of this machine, and the root of the services.
        case all
        /// Only the root of the services.
        case one
    }

    /// The tables, the mail service and Authsignal.
    let tables: BenchTables
    /// `https://` with host and port.
    let url: String
    private let relay: TLSRelay
    private let folder: URL

    /// Where machines keep their roots.
    private static let bundles = ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt"]

    init() throws(BenchError) {
        tables = try BenchTables()
        folder = FileManager.default.temporaryDirectory.appending(path: "bench-" + UUID().uuidString)
        guard let port = tables.endpoint.split(separator: ":").last.flatMap({ UInt16($0) }) else {
            throw .program("services", tables.endpoint)
        }
        guard let bundle = Self.bundles.compactMap({ FileManager.default.contents(atPath: $0) }).first else {
            throw .system(Self.bundles.joined(separator: ", "), "no file of trusted roots")
        }
        do {
            let (root, key) = (try TestAuthority("Benchmark"), try PrivateKey.generate(.p256))
            let certificate = try root.serverCertificate(of: key.publicKey)
            relay = try TLSRelay(try TLSIdentity(chain: [certificate], key: key), to: port)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            let own = Data(pemBlock(root.certificate).utf8)
            try (bundle + own).write(to: folder.appending(path: "all.pem"))
            try own.write(to: folder.appending(path: "one.pem"))
        } catch { throw .program("services", "\(error)") }
        url = relay.url
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// The variables that make a function call the services.
    func environment(trusting roots: Roots) -> [String: String] {
        [
            "SSL_CERT_FILE": folder.appending(path: roots == .all ? "all.pem" : "one.pem").path,
            "AWS_ENDPOINT_URL": url, "AWS_REGION": "eu-west-1", "AWS_ACCESS_KEY_ID": "AKIDEXAMPLE",
            "AWS_SECRET_ACCESS_KEY": "secret", "AUTHSIGNAL_URL": url + "/v1",
            "AUTHSIGNAL_SECRET": BenchEvents.signingKey,
            // Waiting takes no processor time.
            "MINIMUM_RESPONSE_TIME": "0",
        ]
    }
}
#endif
