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
}
