import Foundation
import HTTP
import HTTPS
import HTTPTestSupport
import JOSE
import OpenID
import OpenSSLCrypto
import TestSupport
import Testing

@Suite("Connections to an issuer")
struct IssuerConnectionTests {
    /// Fetches keys from a server with that script, and gives their number or the error.
    /// - Parameter milliseconds: the time for that, within which a request must arrive: what a busy machine lets end before
    ///   that is done again. Without it, requests get more time than they ask for.
    static func fetch(
        milliseconds: Int64? = nil, _ script: @escaping ScriptedServer.Script
    ) async throws -> (result: Result<Int, IssuerKeysError>, targets: [String]) {
        try await onThread {
            try attempt(until: { !$0.targets.isEmpty }) {
                let server = try ScriptedServer(script)
                let now: @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970 * 1_000) }
                guard let issuer = Issuer("http://\(server.endpoint)/tenant/") else {
                    throw CocoaError(.coderInvalidValue)
                }
                let curl = try CurlTransport.https()
                let transport: any HTTPTransport = milliseconds == nil ? PatientTransport(curl) : curl
                let keys = IssuerKeys(of: issuer, at: nil, transport: transport, now: now)
                let result = Result { () throws(IssuerKeysError) in
                    try keys.current(by: Deadline(now() + (milliseconds ?? 60_000), now: now)).count
                }
                waitUntil(seconds: 5) { !server.requests.isEmpty }
                return (result, server.requests.map(\.target))
            }
        }
    }

    static func metadata(_ request: RecordedRequest) -> ScriptedAnswer {
        let host = request.header("Host") ?? ""
        let text = #"{"issuer":"http://\#(host)/tenant/","jwks_uri":"http://\#(host)/tenant/jwks?v=2"}"#
        return .answer(body: Array(text.utf8))
    }

    @Test("metadata and keys are fetched over one connection")
    func oneConnection() async throws {
        let key = try IDTokenSample.key(.rsa).verificationKey
        let (result, targets) = try await Self.fetch { request in
            request.target.contains("openid")
                ? Self.metadata(request) : .answer(body: JSONWebKeySet.text(publishing: [key]))
        }
        #expect(try result.get() == 1)
        #expect(targets == ["/tenant/.well-known/openid-configuration", "/tenant/jwks?v=2"])
    }

    @Test("a redirect is not followed", arguments: [301, 302, 307, 308])
    func redirectIsNotFollowed(status: Int) async throws {
        let (result, targets) = try await Self.fetch { request in
            .answer(status, headers: [(name: "Location", value: "/elsewhere")])
        }
        #expect(throws: IssuerKeysError.refused(status: status)) { try result.get() }
        #expect(targets == ["/tenant/.well-known/openid-configuration"])
    }

    @Test("an answer larger than 64 KiB is refused")
    func answerTooLarge() async throws {
        let (result, _) = try await Self.fetch { _ in .answer(body: Array(repeating: 0x20, count: 65_537)) }
        #expect(throws: IssuerKeysError.unreachable(.responseTooLarge)) { try result.get() }
    }

    @Test("a call to a silent issuer times out at the deadline")
    func silentIssuer() async throws {
        let (result, targets) = try await Self.fetch(milliseconds: 600) { _ in .silence }
        guard case .failure(.unreachable(.timedOut)) = result else {
            Issue.record("not timed out: \(result)")
            return
        }
        #expect(targets.count == 1)
    }
}
