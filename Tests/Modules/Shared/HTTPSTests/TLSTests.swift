import Foundation
import HTTP
import HTTPS
import TestSupport
import Testing

@Suite("TLS", .enabled(if: TLSServer.isPossible))
struct TLSTests {
    // Each in a process of its own, because the environment belongs to all threads.

    @Test("a server of TLS 1.2 is accepted")
    func version12IsAccepted() async {
        await #expect(processExitsWith: .success) {
            try TLSTests.with(["-tls1_2"]) { answer in
                let status = try answer.get().status
                #expect(status == 200)
            }
        }
    }

    @Test("a server that only speaks TLS 1.1 is refused, even where the machine allows it")
    func version11IsRefused() async {
        await #expect(processExitsWith: .success) {
            try TLSTests.with(["-tls1_1"]) { answer in
                guard case .failure(.untrusted(let text)) = answer else { throw Unexpected(answer: answer) }
                #expect(text.hasSuffix("SSL routines::tlsv1 alert protocol version"), "\(text)")
            }
        }
    }

    @Test("a transport without TLS refuses https before it connects")
    func plainTransportRefusesHTTPS() throws {
        let transport = try CurlTransport()
        #expect(throws: HTTPError.invalidRequest("this transport has no TLS")) {
            try transport.send(HTTPRequest(.get, "https://127.0.0.1:1/"))
        }
    }

    /// Asks a server that has these options, on a machine whose OpenSSL is configured to allow every version.
    private static func with(
        _ options: [String], _ body: (Result<HTTPResponse, HTTPError>) throws -> Void
    ) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "openssl-" + UUID().uuidString)
        try Data(Self.permissive.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        // OpenSSL reads its configuration when libcurl starts.
        try #require(setEnvironmentVariable("OPENSSL_CONF", file.path))
        try TLSServer.with(
            subject: "IP:127.0.0.1", options: options + ["-cipher", "DEFAULT:@SECLEVEL=0"],
            environment: ["OPENSSL_CONF": file.path]
        ) { server in
            try #require(setEnvironmentVariable("SSL_CERT_FILE", server.certificate))
            let transport = try CurlTransport.https()
            try body(Result { () throws(HTTPError) in try transport.send(server.request) })
        }
    }

    private static let permissive = """
        openssl_conf = all
        [all]
        ssl_conf = tls
        [tls]
        system_default = versions
        [versions]
        MinProtocol = TLSv1
        CipherString = DEFAULT:@SECLEVEL=0
        """
}

/// An answer that a test did not expect.
private struct Unexpected: Error {
    let answer: Result<HTTPResponse, HTTPError>
}
