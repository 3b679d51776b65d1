internal import Essentials
internal import LoopbackServer
internal import LoopbackSockets
internal import OpenSSLCrypto
internal import TLSRelay
internal import TestKeys

/// The sandbox for phones and other machines: https for a name that leads to this machine.
package struct HTTPSName: Equatable, Sendable {
    /// The name.
    package let name: String
    /// The port; 0 lets the system choose one.
    package let port: UInt16
    /// The folder of the certificates.
    package var folder = usualFolder

    /// The folder in which the sandbox keeps what is of this machine.
    package static var usualFolder: String {
        FileManager.default.homeDirectoryForCurrentUser.path + "/.cognito-passkeys"
    }

    /// A name, perhaps with a port behind a colon.
    ///
    /// - Throws: `SandboxError.invalidSetting`.
    package init(_ text: String) throws(SandboxError) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard parts.count < 3, let port = parts.count == 1 ? 443 : UInt16(parts[1]),
            parts[0].wholeMatch(of: /[a-z0-9-]+(\.[a-z0-9-]+)+/) != nil, parts[0].contains(where: \.isLetter)
        else {
            throw .invalidSetting(
                name: "https", fault: "must be a name in lower case, such as dev.example.com or dev.example.com:8443")
        }
        (name, self.port) = (parts[0], port)
    }

    /// The origin of pages at a port.
    func origin(port: UInt16) -> String { "https://" + name + (port == 443 ? "" : ":\(port)") }
}

/// Serves the sandbox over https on every address of this machine.
///
/// Its requests arrive at a port of their own, which tells them from those of this machine: nothing in them does,
/// because a caller chooses the headers.
package struct HTTPSFront: Sendable {
    /// The origin of its pages.
    package let origin: String
    /// The authority that the devices are to trust; nil if the developer has a certificate of their own.
    package let authority: String?
    private let relay: TLSRelay
    private let server: LoopbackHTTPServer

    /// Starts serving.
    ///
    /// With `NAME.pem` and `NAME-key.pem` in the folder, as mkcert names them, it shows that certificate; otherwise it
    /// makes one.
    ///
    /// - Parameter answer: answers the requests.
    /// - Throws: `SandboxError.noHTTPS`.
    init(
        _ https: HTTPSName, answer: @escaping @Sendable (LoopbackRequest) async -> LoopbackResponse
    ) throws(SandboxError) {
        let identity: TLSIdentity
        (identity, authority) = try Self.identity(https)
        do throws(SystemCallError) {
            server = try LoopbackHTTPServer()
            relay = try TLSRelay(identity, to: server.port, atPort: https.port)
        } catch {
            throw .noHTTPS(
                "port \(https.port) cannot be served (\(error)): name another, as in --https \(https.name):8443")
        }
        server.start(awaiting: answer)
        origin = https.origin(port: relay.port)
    }

    /// What the server shows, and the path of the authority that has made it.
    private static func identity(_ https: HTTPSName) throws(SandboxError) -> (TLSIdentity, authority: String?) {
        let (certificate, key) = ("\(https.folder)/\(https.name).pem", "\(https.folder)/\(https.name)-key.pem")
        if FileManager.default.fileExists(atPath: certificate) {
            guard let own = TLSIdentity(certificate: certificate, key: key) else {
                throw .noHTTPS("\(certificate) and \(key) are not a certificate and its key")
            }
            return (own, nil)
        }
        do {
            let authority = try LocalAuthority(for: https.name, in: https.folder)
            let key = try PrivateKey.generate(.p256)
            return (try TLSIdentity(chain: try authority.chain(for: key.publicKey), key: key), authority.path)
        } catch {
            let reason = error is CocoaError ? "it cannot be written" : "\(error)"
            throw .noHTTPS("no certificate can be made in \(https.folder): \(reason)")
        }
    }

    /// Ends all connections.
    func stop() {
        relay.stop()
        server.stop()
    }
}
