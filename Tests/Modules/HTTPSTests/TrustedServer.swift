import Foundation
import HTTP
import HTTPS
import OpenSSLCrypto
import TLSRelay
import TestKeys
import TestSupport
import Testing

/// A server at 127.0.0.1 with a certificate of an authority made for the test, and a file of trusted roots that
/// `SSL_CERT_FILE` names.
struct TrustedServer {
    let authority: TestAuthority
    let server: ScriptedServer
    let relay: TLSRelay
    let roots: URL

    /// A server that answers each request with 200, and a file with its authority's root.
    /// - Parameter name: what the certificate is made out to; nil for the server's address.
    init(
        named name: String? = nil, beforeHandshake prepare: @escaping @Sendable (Int) -> Void = { _ in }
    ) throws {
        authority = try TestAuthority("Root One")
        server = try ScriptedServer { _ in .answer(200) }
        let key = try PrivateKey.generate(.p256)
        let identity = try TLSIdentity(
            chain: [try authority.serverCertificate(named: name, of: key.publicKey)], key: key)
        relay = try TLSRelay(identity, to: server.port, beforeHandshake: prepare)
        roots = FileManager.default.temporaryDirectory.appending(path: "roots-" + UUID().uuidString)
        try trust(pemBlock(authority.certificate))
        try #require(setEnvironmentVariable("SSL_CERT_FILE", roots.path))
    }

    /// Writes the file of trusted roots.
    func trust(_ pem: String) throws { try Data(pem.utf8).write(to: roots) }

    /// Removes the file.
    func end() { try? FileManager.default.removeItem(at: roots) }

    /// Posts something, so that a request that is sent twice shows.
    func post(_ transport: CurlTransport, timeout: Int64 = 3_000) -> Result<HTTPResponse, HTTPError> {
        Result { () throws(HTTPError) in
            try transport.send(
                HTTPRequest(
                    .post, relay.url + "/", body: Array("once".utf8), timeout: timeout, connectTimeout: timeout))
        }
    }
}

extension Result where Success == HTTPResponse, Failure == HTTPError {
    /// The status of the answer; nil if there is none.
    var status: Int? { if case .success(let answer) = self { answer.status } else { nil } }
    /// Why there is no answer; nil if there is one.
    var failure: HTTPError? { if case .failure(let error) = self { error } else { nil } }
}
