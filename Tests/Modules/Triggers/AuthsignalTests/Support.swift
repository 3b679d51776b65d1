import Authsignal
import Foundation
import FunctionServices
import HTTP
import HTTPS
import HTTPTestSupport
import LambdaRuntime
import TestSupport
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

/// A transport that gives every request the same answer, for tests that need no server.
final class FixedTransport: HTTPTransport {
    private let response: HTTPResponse

    init(_ body: String) { response = HTTPResponse(status: 200, body: Array(body.utf8)) }

    func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse { response }
}

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
            baseURL: baseURL, secret: rotating(secret),
            transport: try transport ?? PatientTransport(CurlTransport.https()))
    }

    /// A secret that never changes.
    static func rotating(_ secret: String) -> RotatingSecret<String> {
        RotatingSecret(secret, now: { 0 }, Log(environment: Environment([:]))) { _ in secret }
    }

    static func deadline(in milliseconds: Int64) -> Deadline {
        let now: @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970 * 1_000) }
        return Deadline(now() + milliseconds, now: now)
    }

    static func json(_ text: String, status: Int = 200) -> ScriptedAnswer {
        .answer(status, headers: [(name: "Content-Type", value: "application/json")], body: Array(text.utf8))
    }
}

/// The results of calls, and the requests that a server in Authsignal's place recorded.
struct CallOutcome<Value: Sendable>: Sendable {
    let results: [Result<Value, AuthsignalError>]
    let requests: [RecordedRequest]

    /// The only result.
    var result: Result<Value, AuthsignalError> { results[0] }

    /// The kinds of the failures to reach the service: the part of each description before the colon.
    var failureKinds: [String] {
        results.compactMap { result in
            guard case .failure(.unreachable(let error)) = result else { return nil }
            return error.description.split(separator: ":").first.map(String.init)
        }
    }

    /// Makes a call `count` times over one connection, at the base URL `http://<server><path>`.
    /// - Parameter arriving: how many requests must arrive although the time is short. What a busy machine lets end
    ///   before that is done again. Without it, calls get more time than they ask for.
    static func run(
        count: Int = 1, path: String = "/v1", milliseconds: Int64 = 60_000, arriving: Int = 0,
        _ script: @escaping ScriptedServer.Script,
        call: @escaping @Sendable (AuthsignalClient, Deadline) throws(AuthsignalError) -> Value
    ) async throws -> CallOutcome {
        try await onThread {
            try attempt(until: { $0.requests.count >= arriving }) {
                let server = try ScriptedServer(script)
                let client = try AuthsignalSample.client(
                    "http://\(server.endpoint)\(path)", over: arriving > 0 ? CurlTransport.https() : nil)
                let results = (0..<count).map { _ in
                    Result { () throws(AuthsignalError) in
                        try call(client, AuthsignalSample.deadline(in: milliseconds))
                    }
                }
                waitUntil(seconds: 5) { server.requests.count >= arriving }
                return CallOutcome(results: results, requests: server.requests)
            }
        }
    }
}
