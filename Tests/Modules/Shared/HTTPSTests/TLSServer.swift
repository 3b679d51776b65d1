import Foundation
import HTTP
import TestSupport
import Testing

/// A TLS server with a self-signed certificate, run by the `openssl` command.
struct TLSServer {
    private static let command = URL(filePath: "/usr/bin/openssl")

    /// Whether the command is there; prints why a test is skipped if it is not.
    static var isPossible: Bool {
        if FileManager.default.isExecutableFile(atPath: command.path) { return true }
        print("skipped: no \(command.path)")
        return false
    }

    /// The path of its certificate, which is its own authority.
    let certificate: String
    /// `https://127.0.0.1:` and its port.
    let url: String

    /// A request to it, with enough time for a busy machine.
    var request: HTTPRequest { HTTPRequest(.get, url, timeout: 60_000, connectTimeout: 60_000) }

    /// Runs `body` with a server whose certificate is made out to `subject`, such as `IP:127.0.0.1`.
    /// - Parameters:
    ///   - options: more options of `openssl s_server`.
    ///   - environment: the server's environment variables.
    static func with(
        subject: String, options: [String] = [], environment: [String: String] = [:],
        _ body: (TLSServer) throws -> Void
    ) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tls-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (key, certificate) = (folder.appending(path: "key.pem").path, folder.appending(path: "cert.pem").path)
        let making = try ChildProcess(
            command,
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
                "/CN=test", "-addext", "subjectAltName=\(subject)", "-keyout", key, "-out", certificate,
            ])
        try #require(making.wait() == .status(0))
        let server = try ChildProcess(
            command, ["s_server", "-accept", "127.0.0.1:0", "-cert", certificate, "-key", key, "-www"] + options,
            environment: environment)
        try withExtendedLifetime(server) {
            func port() -> Substring? {
                server.output.first { $0.hasPrefix("ACCEPT 127.0.0.1:") }?.split(separator: ":").last
            }
            try #require(waitUntil { port() != nil })
            try body(TLSServer(certificate: certificate, url: "https://127.0.0.1:\(try #require(port()))/"))
        }
    }
}
