import AWS
import HTTP
import TestSupport
import Testing

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
        let call = try await ServiceCall.run(credentials: credentials, SampleAWS.secret()) {
            client, deadline throws(AWSError) in try client.secretString(SampleAWS.arn, by: deadline)
        }
        let request = try #require(call.requests.first)
        let signature = try #require(RecomputedSignature(request, secretAccessKey: "another/secret+key"))
        #expect(signature.credential.first == "ASIAOTHER")
        #expect(signature.given == signature.expected)
        #expect(request.header("X-Amz-Security-Token") == sessionToken)
    }
}
