import Authsignal
import Foundation
import HTTP
import HTTPS
import HTTPTestSupport
import TestSupport

/// Values that several suites use.
enum AuthsignalSample {
    static let secret = "sk_example+/secret=="

    /// A client of the service at that URL, which gives its calls more time than they ask for unless a transport is
    /// given.
    static func client(
        _ url: String, secret: String = secret, over transport: (any HTTPTransport)? = nil
    ) throws -> AuthsignalClient {
        guard let baseURL = BaseURL(url) else { throw CocoaError(.coderInvalidValue) }
        return AuthsignalClient(
            baseURL: baseURL, secret: AuthsignalSecret(secret),
            transport: try transport ?? PatientTransport(CurlTransport.https()))
    }

    static func deadline(in milliseconds: Int64) -> Deadline {
        let now: @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970 * 1_000) }
        return Deadline(now() + milliseconds, now: now)
    }

    static func json(_ text: String, status: Int = 200) -> ScriptedAnswer {
        .answer(status, headers: [(name: "Content-Type", value: "application/json")], body: Array(text.utf8))
    }
}
