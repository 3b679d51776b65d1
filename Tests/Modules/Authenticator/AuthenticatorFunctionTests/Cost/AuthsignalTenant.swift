import JSON
import Primitives
import Synchronization
import TestSupport
import TriggerTestSupport

/// A server of Authsignal whose only user has an enrolled address and a passkey, and proves the passkey in each round.
final class AuthsignalTenant: Sendable {
    private let server: ScriptedServer

    /// - Parameter now: milliseconds since 1970.
    init(now: @escaping @Sendable () -> Int64) throws {
        let round = Mutex("")
        server = try ScriptedServer { request in
            if request.target.hasSuffix("/authenticators") { return .answer(body: Array(Self.authenticators.utf8)) }
            if request.target.hasSuffix("/validate") {
                return .answer(
                    body: Self.validated(in: round.withLock { $0 }, at: Timestamp.rfc3339(milliseconds: now())))
            }
            let key = (try? JSONValue(parsing: request.body))?["idempotencyKey"]?.string ?? ""
            round.withLock { $0 = key }
            return .answer(body: Self.tracked(as: key))
        }
    }

    /// The address of the server API.
    var url: String { "http://\(server.endpoint)/v1" }
    /// How many calls it had so far.
    var calls: Int { server.requests.count }

    private static let authenticators = """
        [{"userAuthenticatorId":"1","verificationMethod":"EMAIL_OTP","email":"\(SampleUser.email)"},\
        {"userAuthenticatorId":"2","verificationMethod":"PASSKEY"}]
        """

    private static func tracked(as key: String) -> [UInt8] {
        JSONWriter.object { answer in
            answer.member("state", "CHALLENGE_REQUIRED")
            answer.member("idempotencyKey", key)
            answer.member("url", "https://mfa.authsignal.com/?token=token")
            answer.member("token", "token")
            answer.member("isEnrolled", true)
            answer.member("enrolledVerificationMethods", ["EMAIL_OTP", "PASSKEY"])
        }
    }

    private static func validated(in key: String, at time: String) -> [UInt8] {
        JSONWriter.object { answer in
            answer.member("isValid", true)
            answer.member("state", "CHALLENGE_SUCCEEDED")
            answer.member("userId", SampleUser.sub)
            answer.member("actionCode", "cognitoAuth")
            answer.member("idempotencyKey", key)
            answer.member("verificationMethod", "PASSKEY")
            answer.member("stateUpdatedAt", time)
        }
    }
}
