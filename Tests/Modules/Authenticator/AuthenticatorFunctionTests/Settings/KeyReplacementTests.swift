import AWS
import AuthenticatorFunction
import FunctionServices
import HTTP
import JSON
import LambdaRuntime
import Primitives
import SignInTokens
import TestSupport
import Testing

@Suite("A signing key that is replaced while the function runs")
struct KeyReplacementTests {
    private static let (old, new) = ("the key that was there at the start", "the key that has taken its place")

    @Test("is read once a token is not genuine, and tokens of both keys are taken")
    func newKeyIsReadAtNeed() throws {
        let secrets = Secrets(Self.old)
        let function = try function(secrets)
        try expect(status(of: function, secrets, bearer: Self.old), equals: 200)
        secrets.replace(with: Self.new)
        try expect(status(of: function, secrets, bearer: Self.new), equals: 200)
        // The start, then the current and the former version.
        #expect(secrets.reads == 3)
        try expect(status(of: function, secrets, bearer: Self.old), equals: 200)
        #expect(secrets.reads == 3)
    }

    @Test("is not read again for every token that is not genuine")
    func forgedTokensCauseFewReads() throws {
        let secrets = Secrets(Self.old)
        let function = try function(secrets)
        for _ in 0..<20 {
            try expect(status(of: function, secrets, bearer: "a key of somebody else's, long enough"), equals: 401)
        }
        #expect(secrets.reads == 3)
        secrets.advance(by: 10_000)
        try expect(status(of: function, secrets, bearer: "a key of somebody else's, long enough"), equals: 401)
        #expect(secrets.reads == 5)
    }

    @Test("is read once a challenge is not opened, too: a passkey needs no token")
    func newKeyIsReadForAChallenge() throws {
        let secrets = Secrets(Self.old)
        let first = try function(secrets)
        secrets.replace(with: Self.new)
        let second = try function(secrets)
        let options = try call(second, secrets, "user-authenticators/passkey/authentication-options", "{}")
        let challengeID = try #require(options["challengeId"]?.string)
        let answer = try call(first, secrets, "verify/passkey", #"{"challengeId":"\#(challengeID)"}"#)
        #expect(answer["errorDescription"]?.string?.contains("authenticationCredential") == true)
    }

    /// A call of an app without a token.
    private func call(
        _ function: AuthenticatorFunction, _ secrets: Secrets, _ path: String, _ body: String
    ) throws -> JSONValue {
        let basic = Base64.encode(Array("eu-west-1_pool:".utf8))
        let event = JSONWriter.object { event in
            event.member("version", "2.0")
            event.member("rawPath", "/v1/client/\(path)")
            event.member("headers") { $0.member("authorization", "Basic \(basic)") }
            event.member("requestContext") { context in
                context.member("requestId", path)
                context.member("http") { $0.member("method", "POST") }
            }
            event.member("body", body)
        }
        let head = Array("Lambda-Runtime-Aws-Request-Id: request\r\n".utf8)
        let invocation = try #require(Invocation(HTTPResponse(status: 200, headerLines: head, body: event)))
        let reply = function(invocation, Log(environment: Environment([:])) { _ in })
        let text = try JSONValue(parsing: reply.body)["body"]?.string ?? ""
        return try JSONValue(parsing: Array(text.utf8))
    }

    @Test("that cannot be read leaves the one known before in use")
    func outageKeepsTheKnownKey() throws {
        let secrets = Secrets(Self.old)
        let function = try function(secrets)
        secrets.fail()
        secrets.advance(by: 400_000)
        try expect(status(of: function, secrets, bearer: Self.old), equals: 200)
    }

    private func function(_ secrets: Secrets) throws -> AuthenticatorFunction {
        let environment = Environment([
            "AWS_REGION": "eu-west-1", "USER_POOL_ID": "eu-west-1_pool", "RELYING_PARTY_ID": "example.com",
            "TOKEN_SIGNING_KEY_ARN": "arn:aws:secretsmanager:eu-west-1:123456789012:secret:key-AbCdEf",
            "USERS_TABLE": "users", "STATE_TABLE": "state", "OTP_KEY": "a key of codes that is long enough, too",
            "OTP_SENDER": "no-reply@example.com",
        ])
        let credentials = AWSCredentials(accessKeyID: "AKID", secretAccessKey: "secret", sessionToken: nil)
        let services = Services(
            settings: Settings(environment), transport: secrets,
            aws: AWSClient(transport: secrets, credentials: credentials) { environment[$0] }, now: { secrets.now },
            pause: { _ in }, random: { [UInt8](repeating: 1, count: $0) })
        return try AuthenticatorFunction(services, Log(environment: environment) { _ in })
    }

    /// The status of a list of authenticators for whoever holds a challenge token under a key.
    private func status(of function: AuthenticatorFunction, _ secrets: Secrets, bearer key: String) throws -> Int64? {
        let now = secrets.now / 1_000
        let token = try ChallengeToken(
            userPoolID: "eu-west-1_pool", subject: "sub", issuedAt: now, expiresAt: now + 600,
            actionCode: "cognitoAuth",
            idempotencyKey: "round", username: "ana", email: nil
        ).sealed(with: SignInKeys(current: Array(key.utf8)))
        let event =
            #"{"version":"2.0","rawPath":"/v1/client/user-authenticators","#
            + #""headers":{"authorization":"Bearer \#(token)"},"#
            + #""requestContext":{"requestId":"id","http":{"method":"GET","path":"/"}}}"#
        let head = Array("Lambda-Runtime-Aws-Request-Id: request\r\n".utf8)
        let invocation = try #require(
            Invocation(HTTPResponse(status: 200, headerLines: head, body: Array(event.utf8))))
        let reply = function(invocation, Log(environment: Environment([:])) { _ in })
        return try JSONValue(parsing: reply.body)["statusCode"]?.integer
    }
}
