import HTTP
import HTTPS
import TestSupport
import Testing

@Suite("TLS", .enabled(if: TLSServer.isPossible))
struct TLSTests {
    // Each in a process of its own, because the environment belongs to all threads.

    @Test("a certificate of a trusted authority, made out to the host, is accepted")
    func trustedCertificateIsAccepted() async {
        await #expect(processExitsWith: .success) {
            try TLSServer.with(subject: "IP:127.0.0.1") { server in
                try #require(setEnvironmentVariable("SSL_CERT_FILE", server.certificate))
                #expect(try CurlTransport.https().send(server.request).status == 200)
            }
        }
    }

    @Test("a certificate made out to another host is refused")
    func otherHostsCertificateIsRefused() async {
        await #expect(processExitsWith: .success) {
            try TLSServer.with(subject: "DNS:other.example.test") { server in
                try #require(setEnvironmentVariable("SSL_CERT_FILE", server.certificate))
                let transport = try CurlTransport.https()
                let error = #expect(throws: HTTPError.self) { try transport.send(server.request) }
                #expect(error?.description.hasPrefix("TLS refused: ") == true)
            }
        }
    }

    @Test("a certificate that no trusted authority vouches for is refused")
    func unknownAuthorityIsRefused() async {
        await #expect(processExitsWith: .success) {
            try TLSServer.with(subject: "IP:127.0.0.1") { trusted in
                try #require(setEnvironmentVariable("SSL_CERT_FILE", trusted.certificate))
                let transport = try CurlTransport.https()
                try TLSServer.with(subject: "IP:127.0.0.1") { server in
                    let error = #expect(throws: HTTPError.self) { try transport.send(server.request) }
                    #expect(error?.description.hasPrefix("TLS refused: ") == true)
                }
            }
        }
    }

    @Test("if the file of authorities is missing, nobody is trusted")
    func missingAuthoritiesTrustNobody() async {
        await #expect(processExitsWith: .success) {
            try TLSServer.with(subject: "IP:127.0.0.1") { server in
                try #require(setEnvironmentVariable("SSL_CERT_FILE", "/nonexistent/ca.pem"))
                let transport = try CurlTransport.https()
                let error = #expect(throws: HTTPError.self) { try transport.send(server.request) }
                #expect(error?.description.hasPrefix("TLS refused: ") == true)
            }
        }
    }

    @Test("a transport without TLS refuses https and signatures before it connects")
    func plainTransportRefusesHTTPS() throws {
        let transport = try CurlTransport()
        var signed = HTTPRequest(.get, "http://127.0.0.1:1/")
        signed.signature = AWSSignature(accessKeyID: "a", secretAccessKey: "s", region: "eu-west-1", service: "ses")
        for request in [signed, HTTPRequest(.get, "https://127.0.0.1:1/")] {
            #expect(throws: HTTPError.invalidRequest("this transport has neither TLS nor signatures")) {
                try transport.send(request)
            }
        }
    }
}
