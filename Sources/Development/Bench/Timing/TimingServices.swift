#if os(Linux)
internal import Foundation
internal import JOSE
internal import JSON
internal import LoopbackServer
internal import LoopbackSockets
internal import OpenSSLCrypto
internal import RuntimeAPIHost
internal import StandIns
internal import TestKeys
internal import WebAuthn

/// Authsignal, Amazon SES, DynamoDB and an issuer of ID tokens on one port, as slow as over a network: a call of
/// Authsignal or of SES takes 60 to 120 ms, any other 3 to 9 ms. Or they answer at once, so that a function's own work
/// shows.
final class TimingServices: Sendable {
    static let usersTable = "timing-users"
    static let stateTable = "timing-state"

    /// The base URL of all services.
    let endpoint: String
    private let service: LoopbackHTTPServer
    private let tables = TableStandIn([TableSchema(stateTable), TableSchema(usersTable, hasSortKey: true)])
    private let keySet: [UInt8]
    /// The public key of every passkey, as it is stored.
    private let passkey: [UInt8]
    private let isInstant: Bool

    /// Serves until it is released.
    init(isInstant: Bool = false) throws(BenchError) {
        self.isInstant = isInstant
        do throws(SystemCallError) { service = try LoopbackHTTPServer() } catch {
            throw .system(error.call, error.reason)
        }
        endpoint = "http://" + service.endpoint
        do {
            passkey = CredentialPublicKey.encoding(of: try PrivateKey.generate(.p256).publicKey)
            keySet = JSONWebKeySet.text(
                publishing: [try SigningKey(PrivateKey.generate(.p256), keyID: "timing").verificationKey])
        } catch { throw .program("token", "\(error)") }
        service.start { [weak self] arrival, socket, _ in
            self.map { socket.send($0.answer(arrival.request).bytes) } ?? false
        }
    }

    private func answer(_ request: LoopbackRequest) -> RuntimeAPIAnswer {
        if let target = request.header("X-Amz-Target") {
            wait(3...9)
            let (status, body) = tables.respond(
                to: target.split(separator: ".").last.map(String.init) ?? target, request.body)
            return status == 200 ? .event(body, headers: []) : .refused(.badRequest, body: body)
        }
        if request.line.hasPrefix("GET /jwks") || request.line.hasPrefix("GET /.well-known") {
            wait(3...9)
            return .event(request.line.hasPrefix("GET /jwks") ? keySet : metadata, headers: [])
        }
        wait(60...120)
        return .event(providerAnswer(request.line), headers: [])
    }

    /// Empties the tables, which answer more slowly the more they hold.
    func reset() { tables.replaceItems(with: [:]) }

    /// Stores what the authenticator knows about a user.
    func store(_ user: TimingUser) { tables.add(user.storedItems(passkey: passkey), to: Self.usersTable) }

    /// What Authsignal or SES answers.
    private func providerAnswer(_ line: String) -> [UInt8] {
        let path = line.split(separator: "/")
        guard let user = path.firstIndex(of: "users").map({ path[path.index(after: $0)] }) else {
            return Array(#"{"isValid":false,"MessageId":"1"}"#.utf8)
        }
        let isEnrolled = !user.hasPrefix("0")
        if line.hasSuffix("/authenticators") {
            let mailbox =
                #"{"userAuthenticatorId":"1","verificationMethod":"EMAIL_OTP","email":"\#(user)@example.test"}"#
            return Array((line.hasPrefix("GET") ? isEnrolled ? "[\(mailbox)]" : "[]" : "{}").utf8)
        }
        return JSONWriter.object { answer in
            answer.member("state", "CHALLENGE_REQUIRED")
            answer.member("idempotencyKey", "key")
            answer.member("url", "https://mfa.example.test/?token=e30.e30.e30")
            answer.member("token", "e30.e30.e30")
            answer.member("isEnrolled", isEnrolled)
            answer.member("enrolledVerificationMethods", isEnrolled ? ["EMAIL_OTP", "PASSKEY"] : [])
        }
    }

    private var metadata: [UInt8] {
        JSONWriter.object { metadata in
            metadata.member("issuer", endpoint + "/")
            metadata.member("jwks_uri", endpoint + "/jwks.json")
        }
    }

    private func wait(_ milliseconds: ClosedRange<Double>) {
        if isInstant { return }
        Thread.sleep(forTimeInterval: .random(in: milliseconds) / 1_000)
    }
}
#endif
