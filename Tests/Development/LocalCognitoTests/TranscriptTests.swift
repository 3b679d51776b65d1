import JSON
import LocalCognito
import SandboxTestSupport
import TestSupport
import Testing

@Suite("Calls as boto3 writes them")
struct TranscriptTests {
    private static let path = "cognito-idp/boto3-custom-auth-transcript.json"

    @Test("each call of the transcript is understood", .enabled(if: Vectors.has(path)))
    func boto3CallsAreUnderstood() async throws {
        let requests = try JSONValue(parsing: Vectors.bytes(Self.path))["requests"]?.elements ?? []
        #expect(requests.count == 3)
        try await PoolFixture.run({
            $0.clients[0].id = "clientid123"
            $0.usernameAttributes = []
        }) { (fixture) async throws in
            let attributes = UserAttributes([("sub", "u")])
            await fixture.pool.store(PoolUser(username: "u", attributes: attributes, status: .confirmed, at: 0))
            var session = ""
            for request in requests {
                #expect(request["method"]?.string == "POST")
                let path = try #require(request["path"]?.string)
                var headers: [String: String] = [:]
                for (name, value) in request["headers"]?.members ?? [] { headers[name] = value.string }
                let body = String(decoding: request["body"]?.bytes ?? [], as: UTF8.self)
                    .replacing(String(repeating: "s", count: 40), with: session)
                    .replacing(#""token""#, with: #""open sesame""#)
                let answer = try await fixture.client.http.post(path, body, headers: headers)
                #expect(answer.status == 200, "\(answer.text)")
                session = answer.json?["Session"]?.string ?? ""
            }
            #expect(fixture.verify.events.first?["request"]?["clientMetadata"]?["k"]?.string == "v")
        }
    }

    @Test("only the root path accepts calls, and other paths have only the public documents")
    func onlyTheRootAcceptsCalls() async throws {
        try await PoolFixture.run { (fixture) async throws in
            let http = fixture.client.http
            try await expect(http.get("/").status, equals: 404)
            try await expect(http.post("/other", "{}").status, equals: 404)
            try await expect(http.get("/eu-west-1_Other/.well-known/jwks.json").status, equals: 404)
            let json = try await http.get("/eu-west-1_Sandbox01/.well-known/openid-configuration").json
            #expect(json?["issuer"]?.string == http.base + "/eu-west-1_Sandbox01")
            #expect(json?["jwks_uri"]?.string == http.base + "/eu-west-1_Sandbox01/.well-known/jwks.json")
        }
    }
}
