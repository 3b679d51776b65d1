import AWS
import HTTP
import Testing

@Suite("AWS Signature Version 4")
struct SignatureTests {
    /// Keeps the requests, and answers each of them the same.
    private final class Recorder: HTTPTransport {
        private(set) var requests: [HTTPRequest] = []

        func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
            requests.append(request)
            return HTTPResponse(status: 200, body: Array(#"{"SecretString":"s"}"#.utf8))
        }
    }

    /// The last request of some calls on 15 January 2027 at 08:00:00 UTC.
    private static func request(
        token: String?, endpoint: String? = nil, _ call: (AWSClient, Deadline) throws -> Void
    ) throws -> HTTPRequest {
        let recorder = Recorder()
        let client = AWSClient(
            transport: recorder,
            credentials: AWSCredentials(
                accessKeyID: "AKIDEXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
                sessionToken: token),
            environment: { $0 == "AWS_ENDPOINT_URL" ? endpoint : nil })
        try call(client, Deadline(1_800_000_003_000) { 1_800_000_000_000 })
        return try #require(recorder.requests.last)
    }

    // The signatures are those that botocore 1.43 makes of the same requests.
    @Test(
        "is over host, time, content and target",
        arguments: [
            (
                nil, "c5bb17af7046fd8f305d18faac04c72865dbeb68da296b256603947f4c4f17c4",
                "content-type;host;x-amz-date;x-amz-target"
            ),
            (
                "FwoGZXIvYXdzEXAMPLE//token+with/symbols==",
                "ff1f1835ee9574096faed652568d0ab2ec587725f741f2c38a3725b4c3e1ebdd",
                "content-type;host;x-amz-date;x-amz-security-token;x-amz-target"
            ),
        ])
    func secret(token: String?, signature: String, names: String) throws {
        let request = try Self.request(token: token) { client, deadline in
            _ = try client.secretString(SampleAWS.arn, by: deadline)
        }
        #expect(
            request.headers.last?.value
                == "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20270115/eu-west-1/secretsmanager/aws4_request, "
                + "SignedHeaders=\(names), Signature=\(signature)")
        #expect(request.headers.first { $0.name == "X-Amz-Date" }?.value == "20270115T080000Z")
        #expect(request.headers.first { $0.name == "Host" }?.value == "secretsmanager.eu-west-1.amazonaws.com")
    }

    @Test("is over the whole path, of the service's address as well as of the operation")
    func path() throws {
        let request = try Self.request(token: nil, endpoint: "http://127.0.0.1:4566/base%20path/") { client, deadline in
            try client.send(
                Email(
                    sender: "a@example.test", recipient: "é@example.test",
                    content: .template(name: "t", values: [:])), region: "cn-north-1", by: deadline)
        }
        #expect(
            request.headers.last?.value
                == "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20270115/cn-north-1/ses/aws4_request, "
                + "SignedHeaders=content-type;host;x-amz-date, Signature=40f5b9ff862b3a4b7df9c7952f6b9fe61b46e377a68a5dcf58bd1c712e0fdaea"
        )
    }
}
