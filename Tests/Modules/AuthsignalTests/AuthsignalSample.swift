import Authsignal
import Foundation
import HTTP
import HTTPS
import TestSupport

/// Values that several suites use.
enum AuthsignalSample {
    static let secret = "sk_example+/secret=="

    static func client(_ url: String, secret: String = secret) throws -> AuthsignalClient {
        guard let baseURL = BaseURL(url) else { throw CocoaError(.coderInvalidValue) }
        return AuthsignalClient(
            baseURL: baseURL, secret: AuthsignalSecret(secret), transport: try CurlTransport.https())
    }

    static func deadline(in milliseconds: Int64) -> Deadline {
        let now: @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970 * 1_000) }
        return Deadline(now() + milliseconds, now: now)
    }

    static func json(_ text: String, status: Int = 200) -> ScriptedAnswer {
        .answer(status, headers: [(name: "Content-Type", value: "application/json")], body: Array(text.utf8))
    }
}
