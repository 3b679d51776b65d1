private import Foundation
package import HTTP
private import OpenSSLCrypto
package import TLSRelay
package import TestKeys
package import TestSupport

/// A server at 127.0.0.1 with a certificate of an authority made for the test, and a file of trusted roots that
/// `SSL_CERT_FILE` names.
package struct TrustedServer {
    /// The authority.
    package let authority: TestAuthority
    /// The plain server behind TLS, which sees the requests.
    package let server: ScriptedServer
    /// The TLS server, which sees the connections.
    package let relay: TLSRelay
    /// The path of the file of trusted roots.
    package let roots: String

    /// A server, and a file with its authority's root. Use it only in the body of an exit test, because all threads
    /// share the environment.
    /// - Parameters:
    ///   - name: what the certificate is made out to; nil for the server's address.
    ///   - prepare: gets the number of each new connection before its handshake.
    ///   - script: answers the requests.
    package init(
        named name: String? = nil, beforeHandshake prepare: @escaping @Sendable (Int) -> Void = { _ in },
        answering script: @escaping ScriptedServer.Script = { _ in .answer() }
    ) throws {
        authority = try TestAuthority("Root One")
        server = try ScriptedServer(script)
        let key = try PrivateKey.generate(.p256)
        let identity = try TLSIdentity(
            chain: [try authority.serverCertificate(named: name, of: key.publicKey)], key: key)
        relay = try TLSRelay(identity, to: server.port, beforeHandshake: prepare)
        roots = FileManager.default.temporaryDirectory.appending(path: "roots-" + UUID().uuidString).path
        try trust(pemBlock(authority.certificate))
        guard setEnvironmentVariable("SSL_CERT_FILE", roots) else { throw SystemCallFailed() }
    }

    /// Writes the file of trusted roots.
    package func trust(_ pem: String) throws { try Data(pem.utf8).write(to: URL(filePath: roots)) }

    /// Removes the file.
    package func removeRoots() { try? FileManager.default.removeItem(atPath: roots) }

    /// Removes the file and ends the TLS server, so that the process can exit.
    package func end() {
        removeRoots()
        relay.stop()
    }

    /// Posts something, so that a request that is sent twice shows.
    package func post(_ transport: CurlTransport, timeout: Int64 = 60_000) -> Result<HTTPResponse, HTTPError> {
        Result { () throws(HTTPError) in
            try transport.send(
                HTTPRequest(
                    .post, relay.url + "/", body: Array("once".utf8), timeout: timeout, connectTimeout: timeout))
        }
    }
}

extension Result where Success == HTTPResponse, Failure == HTTPError {
    /// The status of the answer; nil if there is none.
    package var status: Int? { if case .success(let answer) = self { answer.status } else { nil } }
    /// Why there is no answer; nil if there is one.
    package var failure: HTTPError? { if case .failure(let error) = self { error } else { nil } }
}

/// A variable of the environment could not be set.
private struct SystemCallFailed: Error {}
