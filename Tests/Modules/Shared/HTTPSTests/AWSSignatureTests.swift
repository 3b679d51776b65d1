import HTTP
import HTTPS
import HTTPTestSupport
import TestSupport
import Testing

@Suite("AWS Signature Version 4")
struct AWSSignatureTests {
    static let signature = AWSSignature(
        accessKeyID: "AKIDEXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", region: "eu-west-1",
        service: "secretsmanager")

    @Test(
        "a request is signed over its method, path, headers and content, the session token among them",
        arguments: [nil, "FwoGZXIvYXdzEXAMPLE//token+with/symbols=="], ["{}", "{\"SecretId\":\"a\",\"é\":1}", ""])
    func requestIsSigned(token: String?, content: String) async throws {
        var headers = [
            (name: "Content-Type", value: "application/x-amz-json-1.1"),
            (name: "X-Amz-Target", value: "secretsmanager.GetSecretValue"),
        ]
        if let token { headers.append(("X-Amz-Security-Token", token)) }
        let sent = headers
        let exchange = try await Exchange.run(
            over: { try .https() },
            { base in
                [
                    HTTPRequest(
                        .post, base + "/", headers: sent, body: Array(content.utf8), signature: Self.signature)
                ]
            }, { _ in .answer() })
        #expect(exchange.responses.map(\.status) == [200])
        let request = try #require(exchange.requests.first)
        #expect(String(decoding: request.body, as: UTF8.self) == content)
        #expect(request.headers("X-Amz-Security-Token") == (token.map { [$0] } ?? []))

        let signature = try #require(
            RecomputedSignature(request, secretAccessKey: Self.signature.secretAccessKey))
        let date = try #require(request.header("X-Amz-Date"))
        let scope = ["AKIDEXAMPLE", String(date.prefix(8)), "eu-west-1", "secretsmanager", "aws4_request"]
        #expect(signature.credential == scope)
        let signed = signature.signedHeaders
        #expect(signed == signed.sorted())
        #expect(signed.contains("host") && signed.contains("x-amz-date") && signed.contains("x-amz-target"))
        #expect(signed.contains("x-amz-security-token") == (token != nil))
        #expect(signature.given == signature.expected)
    }

    @Test("the request after a signed one is not signed, and carries no credentials")
    func nextRequestIsNotSigned() async throws {
        let exchange = try await Exchange.run(
            over: { try .https() },
            { [HTTPRequest(.post, $0, signature: Self.signature), HTTPRequest(.post, $0)] }, { _ in .answer() })
        #expect(exchange.requests.map { $0.header("Authorization") != nil } == [true, false])
        #expect(exchange.requests.last?.header("X-Amz-Date") == nil)
    }

    @Test("a signature is over the request's own path, whichever paths came before on the connection")
    func ownPathIsSigned() async throws {
        let exchange = try await Exchange.run(
            over: { try .https() },
            { base in
                [
                    HTTPRequest(.post, base + "/a"), HTTPRequest(.post, base + "/b/c", signature: Self.signature),
                    HTTPRequest(.post, base + "/d?e=f"), HTTPRequest(.post, base + "/", signature: Self.signature),
                ]
            }, { _ in .answer() })
        #expect(exchange.requests.map(\.target) == ["/a", "/b/c", "/d?e=f", "/"])
        for index in [1, 3] {
            let signature = try #require(
                RecomputedSignature(exchange.requests[index], secretAccessKey: Self.signature.secretAccessKey))
            #expect(signature.given == signature.expected)
        }
    }
}
