import AuditLog
import Enrolment
import HTTP
import JOSE
import JSON
import LambdaRuntime
import OpenSSLCrypto
import TestKeys
import TestSupport
import Testing
import TriggerTestSupport

/// One deployment of AddAuthenticator with a user pool that publishes its keys, and the clock and network of a test.
///
/// After every call its log lines are searched for tokens and ids.
final class AddAuthenticatorDeployment {
    static let pool = "https://cognito-idp.eu-west-1.amazonaws.com/\(SampleUser.poolID)"
    static let keysCall = "GET \(pool)/.well-known/jwks.json"
    /// The requests for the keys, of the issuer that is configured and of the pool's other one.
    static let keysCalls = [keysCall, keysCall.replacing("cognito-idp", with: "issuer-cognito-idp")]
    static let track = "POST \(API.user)/actions/addAuthenticator"
    static let settings = ["USER_POOL_ISSUER": pool, "ALLOWED_CLIENT_IDS": "another, \(SampleUser.clientID)"]
    static let signed = ["TOKEN_MODE": "signed", "TOKEN_SIGNING_KEY": SampleKeys.signingKey]
    static let authsignal = ["AUTHSIGNAL_SECRET": SampleKeys.apiSecret]

    /// Generating an RSA key takes a while, so all tests share one.
    private static let sharedKey = Result { try SigningKey(PrivateKey.generate(.rsa), keyID: "access") }

    let clock = TestClock()
    let transport: ScriptedTransport
    let recorder = LogRecorder()
    let key: SigningKey
    private let function: AddAuthenticatorFunction

    init(_ mode: [String: String] = signed, _ settings: [String: String] = [:]) throws {
        key = try Self.sharedKey.get()
        transport = ScriptedTransport(clock: clock)
        let keys = String(decoding: JSONWebKeySet.text(publishing: [key.verificationKey]), as: UTF8.self)
        for call in Self.keysCalls { transport.always(call, .ok(keys)) }
        function = try AddAuthenticatorFunction(
            .test(
                Self.settings.merging(mode) { $1 }.merging(settings) { $1 }, transport: transport, clock: clock),
            recorder.log)
    }

    /// An access token as Cognito makes it, some claims replaced; nil takes a claim away.
    func accessToken(_ changes: [String: JSONText?] = [:], key: SigningKey? = nil, type: String? = nil) throws -> String
    {
        var claims: [String: JSONText?] = [
            "iss": .string(Self.pool), "sub": .string(SampleUser.sub), "client_id": .string(SampleUser.clientID),
            "token_use": "access", "scope": "aws.cognito.signin.user.admin", "username": .string(SampleUser.sub),
            "auth_time": .number(TestClock.second), "iat": .number(TestClock.second),
            "exp": .number(TestClock.second + 3_600),
            "jti": "4b6f5c3f-6b1b-4f2b-9d55-6f9d1f1c8a11",
        ]
        claims.merge(changes) { $1 }
        let payload = JSONWriter.object { object in
            for (name, value) in claims.sorted(by: { $0.key < $1.key }) {
                if let value { object.member(name, raw: value.bytes) }
            }
        }
        let key = key ?? self.key
        let header = JSONWriter.object { header in
            header.member("kid", ifPresent: key.keyID)
            header.member("alg", key.algorithm.rawValue)
            header.member("typ", ifPresent: type)
        }
        return try CompactJWS.sign(payload, headerBytes: header, key: key)
    }

    /// An answer, taken apart.
    struct Answer {
        let status: Int64
        let headers: [String: String]
        let body: JSONValue
        let outcome: String
        let audit: [AuditLine]

        var token: String { body["token"]?.string ?? "" }
        var error: String? { body["error"]?.string }
    }

    /// Sends a request with that access token.
    func send(_ token: String) throws -> Answer {
        try send(
            headers: ["Authorization": "Bearer \(token)"],
            sensitive: [token] + token.split(separator: ".").map(String.init))
    }

    func send(
        method: String = "POST", headers: [String: String], body: String? = nil, sensitive: [String] = []
    ) throws -> Answer {
        let event = JSONWriter.object { event in
            event.member("version", "2.0")
            event.member("requestContext") { context in context.member("http") { $0.member("method", method) } }
            event.member("headers") { object in
                for (name, value) in headers { object.member(name, value) }
            }
            event.member("body", ifPresent: body)
            event.member("isBase64Encoded", false)
        }
        return try send(event, sensitive: sensitive)
    }

    func send(_ event: [UInt8], sensitive: [String] = []) throws -> Answer {
        let lines = recorder.lines.count
        let head = Array("Lambda-Runtime-Aws-Request-Id: request-1\r\n".utf8)
        let invocation = try #require(Invocation(HTTPResponse(status: 200, headerLines: head, body: event)))
        let reply = function(invocation, recorder.log)
        let json = try JSONValue(parsing: reply.body)
        #expect(json.members.map(\.name) == ["statusCode", "headers", "body"])
        let answer = Answer(
            status: try #require(json["statusCode"]?.integer),
            headers: Dictionary(
                uniqueKeysWithValues: try #require(json["headers"]).members.map { ($0.name, $0.value.string ?? "") }),
            body: try JSONValue(parsing: Array(try #require(json["body"]?.string).utf8)), outcome: reply.outcome,
            audit: reply.audit)
        #expect(answer.headers["cache-control"] == "no-store")
        #expect(answer.headers["content-type"] == "application/json")
        #expect(answer.body.members.map(\.name) == (answer.status == 200 ? ["token"] : ["error", "message"]))
        #expect(answer.outcome == (answer.status == 200 ? "token" : answer.error))
        let values =
            sensitive
            + [SampleUser.sub, SampleKeys.signingKey, SampleKeys.apiSecret, answer.token].filter { !$0.isEmpty }
        let leaks = recorder.lines.dropFirst(lines).showing(anyOf: values.filter { $0.utf8.count >= 6 })
        #expect(leaks == [], "a log line holds a value that must not be logged")
        return answer
    }
}

/// A claim as it is written.
enum JSONText: ExpressibleByStringLiteral, Sendable {
    case string(String)
    case number(Int64)
    case raw(String)

    init(stringLiteral value: String) { self = .string(value) }

    var bytes: [UInt8] {
        switch self {
        case .string(let text):
            var bytes: [UInt8] = []
            bytes.appendJSONString(text)
            return bytes
        case .number(let number): return Array(String(number).utf8)
        case .raw(let text): return Array(text.utf8)
        }
    }
}
