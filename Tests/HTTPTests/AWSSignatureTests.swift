import HTTP
import OpenSSLCrypto
import TestSupport
import Testing

/// Recomputes the signature that libcurl makes, from the request as it arrived and the description of the scheme in
/// AWS's documentation: canonical request, string to sign, derived key.
@Suite("AWS Signature Version 4")
struct AWSSignatureTests {
    static let signature = AWSSignature(
        accessKeyID: "AKIDEXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", region: "eu-west-1",
        service: "secretsmanager")

    static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    static func hmac(_ key: [UInt8], _ text: String) -> [UInt8] {
        HMACSHA256.authenticationCode(for: Array(text.utf8), key: key)
    }

    /// The signature of a request under the headers it says are signed.
    static func expected(_ request: RecordedRequest, signed: [String], date: String) -> String {
        let headers = signed.map { "\($0):\(request.headers($0).joined(separator: ","))\n" }.joined()
        let canonical = [
            request.method, request.target, "", headers, signed.joined(separator: ";"),
            hex(SHA256.digest(of: request.body)),
        ].joined(separator: "\n")
        let scope = "\(date.prefix(8))/\(signature.region)/\(signature.service)/aws4_request"
        let toSign = ["AWS4-HMAC-SHA256", date, scope, hex(SHA256.digest(of: Array(canonical.utf8)))]
        let key = scope.split(separator: "/").reduce(Array("AWS4\(signature.secretAccessKey)".utf8)) {
            hmac($0, String($1))
        }
        return hex(hmac(key, toSign.joined(separator: "\n")))
    }

    @Test(
        "a request is signed over its method, path, headers and content, the session token among them",
        arguments: [nil, "FwoGZXIvYXdzEXAMPLE//token+with/symbols=="], ["{}", "{\"SecretId\":\"a\",\"é\":1}", ""])
    func signature(token: String?, content: String) async throws {
        var headers = [
            (name: "Content-Type", value: "application/x-amz-json-1.1"),
            (name: "X-Amz-Target", value: "secretsmanager.GetSecretValue"),
        ]
        if let token { headers.append(("X-Amz-Security-Token", token)) }
        let sent = headers
        let exchange = try await Exchange.run(
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

        let date = try #require(request.header("X-Amz-Date"))
        let authorization = try #require(request.header("Authorization"))
        let parts = authorization.split(separator: " ", maxSplits: 1)
        #expect(parts.first == "AWS4-HMAC-SHA256")
        let fields = Dictionary(
            uniqueKeysWithValues: try #require(parts.last).split(separator: ",").map { field in
                let pair = field.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
                return (String(pair[0]), String(pair[1]))
            })
        #expect(
            fields["Credential"] == "AKIDEXAMPLE/\(date.prefix(8))/eu-west-1/secretsmanager/aws4_request")
        let signed = try #require(fields["SignedHeaders"]).split(separator: ";").map(String.init)
        #expect(signed == signed.sorted())
        #expect(signed.contains("host") && signed.contains("x-amz-date") && signed.contains("x-amz-target"))
        #expect(signed.contains("x-amz-security-token") == (token != nil))
        #expect(fields["Signature"] == Self.expected(request, signed: signed, date: date))
    }

    @Test("the request after a signed one is not signed, and carries no credentials")
    func notSigned() async throws {
        let exchange = try await Exchange.run(
            { [HTTPRequest(.post, $0, signature: Self.signature), HTTPRequest(.post, $0)] }, { _ in .answer() })
        #expect(exchange.requests.map { $0.header("Authorization") != nil } == [true, false])
        #expect(exchange.requests.last?.header("X-Amz-Date") == nil)
    }
}
