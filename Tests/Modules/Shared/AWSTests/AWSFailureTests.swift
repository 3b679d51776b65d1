import AWS
import HTTP
import HTTPS
import TestSupport
import Testing

@Suite("AWS calls that fail")
struct AWSFailureTests {
    /// The kind of a failure to reach the service; nil for anything else.
    static func kind(_ result: Result<String, AWSError>) -> String? {
        guard case .failure(.unreachable(let error)) = result else { return nil }
        return error.description.split(separator: ":").first.map(String.init)
    }

    @Test(
        "an error's type is its name, without the namespace before it",
        arguments: [
            (400, #"{"__type":"ResourceNotFoundException","Message":"no"}"#, "ResourceNotFoundException"),
            (
                400, ##"{"__type":"com.amazonaws.secretsmanager#AccessDeniedException"}"##, "AccessDeniedException"
            ),
            (403, ##"{"__type":"a#b#UnrecognizedClientException"}"##, "UnrecognizedClientException"),
            (400, #"{"message":"no type"}"#, "no error type"), (400, #"{"__type":""}"#, "no error type"),
            (400, ##"{"__type":"#"}"##, "no error type"), (400, #"{"__type":7}"#, "no error type"),
            (400, #"{"__type":null}"#, "no error type"), (500, "", "no error type"), (502, "<html>", "no error type"),
            (503, "[]", "no error type"), (307, "{}", "no error type"), (204, "", "no error type"),
            (201, #"{"SecretString":"a"}"#, "no error type"),
        ])
    func errorTypeIsItsName(status: Int, text: String, type: String) async throws {
        let call = try await ServiceCall.secret { _ in SampleAWS.json(text, status: status) }
        #expect(throws: AWSError.refused(status: status, type: type)) { try call.result.get() }
        #expect(call.requests.count == 1)
    }

    @Test(
        "a POST whose connection breaks is not sent again: it may have been taken",
        arguments: [ScriptedAnswer.closed, .reset, .cutShort(body: Array("{}".utf8), sent: 1)])
    func brokenPostIsNotSentAgain(answer: ScriptedAnswer) async throws {
        let call = try await ServiceCall.secret { _ in answer }
        #expect(Self.kind(call.result) == "connection lost")
        #expect(call.requests.count == 1)
    }

    @Test("a silent service costs no more than the time left, and is not asked twice")
    func silentServiceIsNotAskedTwice() async throws {
        let call = try await ServiceCall.secret(milliseconds: 1_000, arriving: 1) { _ in .silence }
        #expect(Self.kind(call.result) == "timed out")
        #expect(call.requests.count == 1)
    }

    @Test("without time left nothing is sent", arguments: [0, -1_000, 40])
    func withoutTimeNothingIsSent(milliseconds: Int64) async throws {
        let call = try await ServiceCall.secret(milliseconds: milliseconds, SampleAWS.secret())
        #expect(throws: AWSError.unreachable(.timedOut("no time left for the call"))) { try call.result.get() }
        #expect(call.requests.isEmpty)
    }

    @Test("an answer larger than a megabyte is refused")
    func tooLargeAnswerIsRefused() async throws {
        let call = try await ServiceCall.secret { _ in .answer(body: Array(repeating: 0x20, count: 1 << 20 | 1)) }
        #expect(throws: AWSError.unreachable(.responseTooLarge)) { try call.result.get() }
    }

    @Test("a session token that would write a header of its own is refused and nothing is sent")
    func sessionTokenCannotWriteAHeader() async throws {
        let credentials = AWSCredentials(accessKeyID: "a", secretAccessKey: "b", sessionToken: "c\r\nX-A: b")
        let call = try await ServiceCall.secret(credentials: credentials)
        #expect(throws: AWSError.unreachable(.invalidRequest("control character in a header"))) {
            try call.result.get()
        }
        #expect(call.requests.isEmpty)
    }

    @Test("calls share one connection, each with a signature of its own")
    func callsShareOneConnection() async throws {
        let call = try await ServiceCall.secret(count: 3, SampleAWS.secret())
        #expect(call.requests.map(\.connection) == [1, 1, 1])
        for request in call.requests {
            let signature = try #require(RecomputedSignature(request, secretAccessKey: SampleAWS.secretAccessKey))
            #expect(signature.given == signature.expected)
        }
    }

    @Test(
        "an error's text names what happened and never a secret",
        arguments: [
            (.noCredentials, "no AWS credentials in the environment"),
            (.invalidName("the region"), "the region is not usable"),
            (.unreachable(.timedOut("x")), "timed out: x"),
            (.refused(status: 400, type: "AccessDeniedException"), "refused with status 400, AccessDeniedException"),
            (.unreadable, "an unreadable answer"),
        ] as [(AWSError, String)])
    func errorTextHoldsNoSecret(error: AWSError, text: String) {
        #expect(error.description == text)
    }
}

@Suite("AWS credentials")
struct AWSCredentialsTests {
    static let id = "AWS_ACCESS_KEY_ID"
    static let secret = "AWS_SECRET_ACCESS_KEY"
    static let token = "AWS_SESSION_TOKEN"

    @Test(
        "credentials need an id and a secret",
        arguments: [
            ([:], false), ([id: "a"], false), ([secret: "b"], false), ([token: "c"], false),
            ([id: "a", token: "c"], false), ([secret: "b", token: "c"], false), ([id: "a", secret: "b"], true),
            ([id: "a", secret: "b", token: "c"], true),
        ] as [([String: String], Bool)])
    func credentialsNeedIDAndSecret(environment: [String: String], isUsable: Bool) {
        #expect((AWSCredentials { environment[$0] } != nil) == isUsable)
    }

    @Test("a request is signed with the credentials of the environment", arguments: ["session+token/=", nil])
    func requestIsSignedWithTheCredentials(sessionToken: String?) async throws {
        var environment = [Self.id: "ASIAOTHER", Self.secret: "another/secret+key"]
        environment[Self.token] = sessionToken
        let variables = environment
        let credentials = try #require(AWSCredentials { variables[$0] })
        let call = try await ServiceCall.secret(credentials: credentials)
        let request = try #require(call.requests.first)
        let signature = try #require(RecomputedSignature(request, secretAccessKey: "another/secret+key"))
        #expect(signature.credential.first == "ASIAOTHER")
        #expect(signature.given == signature.expected)
        #expect(request.header("X-Amz-Security-Token") == sessionToken)
    }
}
