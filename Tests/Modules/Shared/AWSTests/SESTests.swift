import AWS
import HTTP
import JSON
import TestSupport
import Testing

@Suite("Sending a mail")
struct SESTests {
    static func run(
        _ content: Email.Content, environment: [String: String] = ["AWS_ENDPOINT_URL": "http://{server}"],
        _ script: @escaping ScriptedServer.Script = { _ in SampleAWS.json(#"{"MessageId":"1"}"#) }
    ) async throws -> ServiceCall<Bool> {
        try await ServiceCall.run(environment: environment, script) { client, deadline throws(AWSError) in
            try client.send(
                Email(sender: "Example <no-reply@example.test>", recipient: "ana@example.test", content: content),
                region: "eu-west-1", by: deadline)
            return true
        }
    }

    static let simple = Email.Content.simple(subject: "Code", text: "a \"b\"", html: "<p>é</p>")

    @Test("a stored template gets its values as an object inside a string")
    func templateValuesAreAString() async throws {
        let call = try await Self.run(.template(name: "code-en", values: ["minutes": "5", "code": "012345"]))
        let body = try JSONValue(parsing: try #require(call.requests.first).body)
        let template = try #require(body["Content"]?["Template"])
        #expect(body["Content"]?.members.count == 1)
        #expect(template["TemplateName"]?.string == "code-en")
        #expect(template["TemplateData"]?.string == #"{"code":"012345","minutes":"5"}"#)
    }

    @Test("a mail that gets no answer is not sent again, even if a connection was open")
    func mailIsNeverSentTwice() async throws {
        let call = try await ServiceCall.run(
            count: 2, { $0.number == 1 ? SampleAWS.json("{}") : .init(bytes: [], afterwards: .close) }
        ) { client, deadline throws(AWSError) in
            let email = Email(sender: "a@example.test", recipient: "b@example.test", content: Self.simple)
            return try client.send(email, region: "eu-west-1", by: deadline)
        }
        try call.results[0].get()
        #expect(throws: AWSError.self) { try call.results[1].get() }
        #expect(call.requests.count == 2)
    }

    @Test("names its configuration set, if there is one")
    func configurationSetIsNamed() async throws {
        let call = try await ServiceCall.run({ _ in SampleAWS.json("{}") }) { client, deadline throws(AWSError) in
            let email = Email(
                sender: "a@example.test", recipient: "b@example.test", content: Self.simple, configurationSet: "sign-in"
            )
            return try client.send(email, region: "eu-west-1", by: deadline)
        }
        let body = try JSONValue(parsing: try #require(call.requests.first).body)
        #expect(body["ConfigurationSetName"]?.string == "sign-in")
    }

    @Test("has an endpoint and an override of its own")
    func endpointAndOverride() async throws {
        let transport = EndpointTests.NotingTransport()
        for environment in [[:], ["AWS_ENDPOINT_URL_SESV2": "https://own.test"], ["AWS_ENDPOINT_URL_SES": "x"]] {
            let client = AWSClient(transport: transport, credentials: SampleAWS.credentials) { environment[$0] }
            let email = Email(sender: "a@example.test", recipient: "b@example.test", content: Self.simple)
            _ = try? client.send(email, region: "eu-west-1", by: SampleAWS.deadline(in: 5_000))
        }
        let standard = "https://email.eu-west-1.amazonaws.com/v2/email/outbound-emails"
        #expect(transport.urls == [standard, "https://own.test/v2/email/outbound-emails", standard])
    }

    @Test(
        "an error is named by the header, without the address after it, or by the body",
        arguments: [
            (400, "MessageRejected", "{}", "MessageRejected"),
            (404, "NotFoundException:http://internal.amazon.com/coral/", "", "NotFoundException"),
            (429, "a#TooManyRequestsException", #"{"message":"slow"}"#, "TooManyRequestsException"),
            (400, "Other", #"{"__type":"b#BadRequestException"}"#, "BadRequestException"), (500, "", "", nil),
        ] as [(Int, String, String, String?)])
    func errorIsNamedByHeaderOrBody(status: Int, header: String, body: String, type: String?) async throws {
        let call = try await Self.run(Self.simple) { _ in
            .answer(status, headers: [(name: "x-amzn-ErrorType", value: header)], body: Array(body.utf8))
        }
        #expect(throws: AWSError.refused(status: status, type: type ?? "no error type")) { try call.result.get() }
        #expect(call.requests.count == 1)
    }
}
