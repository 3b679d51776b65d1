import AWS
import HTTP
import JSON
import TestSupport
import Testing

@Suite("Marking an address as verified")
struct CognitoIdentityProviderTests {
    static func mark(
        _ userName: String = "ada", pool: String = "eu-west-1_Example", region: String = "eu-west-1",
        answer: ScriptedAnswer = SampleAWS.json("{}")
    ) async throws -> ServiceCall<Bool> {
        try await ServiceCall.run({ _ in answer }) { client, deadline throws(AWSError) in
            try client.markEmailVerified(
                "ana@example.test", userName: userName, userPoolID: pool, region: region, by: deadline)
            return true
        }
    }

    @Test("AdminUpdateUserAttributes marks the proven address, and sets nothing else")
    func marksTheProvenAddress() async throws {
        let call = try await Self.mark()
        #expect(try call.result.get())
        let request = try #require(call.requests.first)
        #expect(call.requests.count == 1)
        #expect(request.method == "POST")
        #expect(request.target == "/")
        #expect(request.headers("Content-Type") == ["application/x-amz-json-1.1"])
        #expect(request.headers("X-Amz-Target") == ["AWSCognitoIdentityProviderService.AdminUpdateUserAttributes"])
        #expect(
            String(decoding: request.body, as: UTF8.self)
                == #"{"UserPoolId":"eu-west-1_Example","Username":"ada","#
                + #""UserAttributes":[{"Name":"email","Value":"ana@example.test"},"#
                + #"{"Name":"email_verified","Value":"true"}]}"#)
    }

    @Test("the request is signed for cognito-idp in the pool's region")
    func requestIsSignedForThePoolsRegion() async throws {
        let call = try await Self.mark(pool: "ap-southeast-2_Example", region: "ap-southeast-2")
        let request = try #require(call.requests.first)
        let signature = try #require(RecomputedSignature(request, secretAccessKey: SampleAWS.secretAccessKey))
        #expect(signature.credential.dropFirst(2) == ["ap-southeast-2", "cognito-idp", "aws4_request"])
        #expect(signature.given == signature.expected)
        #expect(signature.signedHeaders.contains("x-amz-security-token"))
    }

    @Test("a user name stays one JSON string", arguments: [#"","UserPoolId":"other"#, "é😀", "a\nb\u{1}", #"\"#])
    func userNameStaysOneString(name: String) async throws {
        let call = try await Self.mark(name)
        let body = try JSONValue(parsing: try #require(call.requests.first).body)
        #expect(body.members.map(\.name) == ["UserPoolId", "Username", "UserAttributes"])
        #expect(body["Username"]?.string == name)
        #expect(body["UserPoolId"]?.string == "eu-west-1_Example")
    }

    @Test("a region that could change the host is refused", arguments: ["", "eu-west-1.evil.com", "a/b", "@", "EU"])
    func hostileRegionIsRefused(region: String) async throws {
        let call = try await Self.mark(region: region)
        #expect(throws: AWSError.invalidName("the region")) { try call.result.get() }
        #expect(call.requests.isEmpty)
    }

    @Test("a success that is not a JSON object is an unreadable answer", arguments: ["", "[]", "true", "{"])
    func otherContentIsUnreadable(text: String) async throws {
        let call = try await Self.mark(answer: SampleAWS.json(text))
        #expect(throws: AWSError.unreadable) { try call.result.get() }
    }
}
