import AWS
import HTTP
import TestSupport
import Testing

@Suite("Where AWS calls go")
struct EndpointTests {
    /// Records the URLs, and answers every request with status 500.
    final class NotingTransport: HTTPTransport {
        private(set) var urls: [String] = []

        func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
            urls.append(request.url)
            return HTTPResponse(status: 500)
        }
    }

    static func urls(region: String, environment: [String: String] = [:]) -> [String] {
        let transport = NotingTransport()
        let client = AWSClient(transport: transport, credentials: SampleAWS.credentials) { environment[$0] }
        let deadline = SampleAWS.deadline(in: 5_000)
        _ = try? client.secretString("arn:aws:secretsmanager:\(region):1:secret:a", by: deadline)
        try? client.markEmailVerified("ana@example.test", userName: "a", userPoolID: "b", region: region, by: deadline)
        return transport.urls
    }

    @Test(
        "without an override each service's own endpoint of the region is called, over https",
        arguments: [
            ("eu-west-1", "eu-west-1.amazonaws.com"), ("us-gov-west-1", "us-gov-west-1.amazonaws.com"),
            ("cn-north-1", "cn-north-1.amazonaws.com.cn"), ("cn-northwest-1", "cn-northwest-1.amazonaws.com.cn"),
        ])
    func defaultEndpointsOfTheRegion(region: String, host: String) {
        #expect(Self.urls(region: region) == ["https://secretsmanager.\(host)/", "https://cognito-idp.\(host)/"])
    }

    @Test(
        "a service's own override goes before the general one, and each with or without a slash at its end",
        arguments: [
            (["AWS_ENDPOINT_URL": "https://all.test"], ["https://all.test/", "https://all.test/"]),
            (["AWS_ENDPOINT_URL": "https://all.test/base/"], ["https://all.test/base/", "https://all.test/base/"]),
            (
                ["AWS_ENDPOINT_URL_SECRETS_MANAGER": "https://own.test"],
                ["https://own.test/", "https://cognito-idp.eu-west-1.amazonaws.com/"]
            ),
            (
                ["AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER": "https://own.test"],
                ["https://secretsmanager.eu-west-1.amazonaws.com/", "https://own.test/"]
            ),
            (
                [
                    "AWS_ENDPOINT_URL": "https://all.test", "AWS_ENDPOINT_URL_SECRETS_MANAGER": "https://one.test/",
                    "AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER": "http://127.0.0.1:4566",
                ],
                ["https://one.test/", "http://127.0.0.1:4566/"]
            ),
            (
                ["AWS_ENDPOINT_URL_SECRETSMANAGER": "https://not-a-name.test"],
                ["https://secretsmanager.eu-west-1.amazonaws.com/", "https://cognito-idp.eu-west-1.amazonaws.com/"]
            ),
        ])
    func ownOverrideGoesFirst(environment: [String: String], urls: [String]) {
        #expect(Self.urls(region: "eu-west-1", environment: environment) == urls)
    }

    @Test(
        "an override that is unusable, or plain http to another machine, is refused without a fallback",
        arguments: [
            "http://secretsmanager.eu-west-1.amazonaws.com", "http://10.0.0.1", "http://localhost.evil.com",
            "localhost",
            "https://user:secret@own.test", "https://own.test?a", " ",
        ])
    func unusableOverrideIsRefused(url: String) async throws {
        let environments = [
            ["AWS_ENDPOINT_URL_SECRETS_MANAGER": url, "AWS_ENDPOINT_URL": "http://{server}"], ["AWS_ENDPOINT_URL": url],
        ]
        for environment in environments {
            let call = try await ServiceCall.secret(environment: environment)
            #expect(throws: AWSError.invalidName("the endpoint override for SECRETS_MANAGER")) {
                try call.result.get()
            }
            #expect(call.requests.isEmpty)
        }
    }

    @Test("the override names the host that is called, with the path before the root")
    func overrideMayHaveAPath() async throws {
        let call = try await ServiceCall.run(
            environment: [
                "AWS_ENDPOINT_URL_SECRETS_MANAGER": "http://{server}/aws/", "AWS_ENDPOINT_URL": "https://x.test",
            ],
            SampleAWS.secret()
        ) { client, deadline throws(AWSError) in try client.secretString(SampleAWS.arn, by: deadline) }
        try expect(call.result.get(), equals: "the secret")
        let request = try #require(call.requests.first)
        #expect(request.target == "/aws/")
        let signature = try #require(RecomputedSignature(request, secretAccessKey: SampleAWS.secretAccessKey))
        #expect(signature.given == signature.expected)
    }
}
