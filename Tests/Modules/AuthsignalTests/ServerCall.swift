import Authsignal
import HTTP
import Testing

/// Every call of the server API that the client makes, for tests that apply to all of them.
enum ServerCall: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case track, validate, stateUpdatedAt, authenticators, enrolEmail

    var testDescription: String { rawValue }

    /// Whether the call is a GET, which changes nothing, so that it may be sent twice.
    var isGet: Bool { self == .stateUpdatedAt || self == .authenticators }

    /// An answer that counts as a success for the call.
    var success: String {
        switch self {
        case .track: #"{"state":"ALLOW","idempotencyKey":"k","token":"t","isEnrolled":false}"#
        case .validate: #"{"isValid":false}"#
        case .stateUpdatedAt, .enrolEmail: "{}"
        case .authenticators: "[]"
        }
    }

    /// Makes the call.
    func make(
        _ client: AuthsignalClient, userID: String = "user", by deadline: Deadline
    ) throws(AuthsignalError) {
        switch self {
        case .track:
            _ = try client.track(
                "cognitoAuth", userID: userID, idempotencyKey: "round-key", email: nil, username: nil, by: deadline)
        case .validate: _ = try client.validate("token", userID: userID, action: "cognitoAuth", by: deadline)
        case .stateUpdatedAt:
            _ = try client.stateUpdatedAt("cognitoAuth", userID: userID, idempotencyKey: "key", by: deadline)
        case .authenticators: _ = try client.authenticators(userID: userID, by: deadline)
        case .enrolEmail: try client.enrolEmail("ada@example.com", userID: userID, by: deadline)
        }
    }
}
