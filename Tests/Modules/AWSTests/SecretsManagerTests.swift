import AWS
import HTTP
import JSON
import TestSupport
import Testing

@Suite("Reading a secret")
struct SecretsManagerTests {
    @Test("GetSecretValue is a JSON 1.1 POST of the ARN to the service's root")
    func requestNamesTheARN() async throws {
        let call = try await ServiceCall.run(SampleAWS.secret()) { client, deadline throws(AWSError) in
            try client.secretString(SampleAWS.arn, by: deadline)
        }
        #expect(try call.result.get() == "the secret")
        let request = try #require(call.requests.first)
        #expect(call.requests.count == 1)
        #expect(request.method == "POST")
        #expect(request.target == "/")
        #expect(request.headers("Content-Type") == ["application/x-amz-json-1.1"])
        #expect(request.headers("X-Amz-Target") == ["secretsmanager.GetSecretValue"])
        #expect(request.headers("X-Amz-Security-Token") == [SampleAWS.sessionToken])
        #expect(request.headers("Host").count == 1)
        #expect(String(decoding: request.body, as: UTF8.self) == #"{"SecretId":"\#(SampleAWS.arn)"}"#)
    }

    @Test(
        "the request is signed for the ARN's region, with the session token if there is one",
        arguments: [SampleAWS.sessionToken, nil], ["eu-west-1", "us-gov-east-1"])
    func requestIsSignedForTheARNsRegion(token: String?, region: String) async throws {
        let arn = "arn:aws:secretsmanager:\(region):123456789012:secret:name-AbCdEf"
        let credentials = AWSCredentials(
            accessKeyID: SampleAWS.accessKeyID, secretAccessKey: SampleAWS.secretAccessKey, sessionToken: token)
        let call = try await ServiceCall.run(credentials: credentials, SampleAWS.secret()) {
            client, deadline throws(AWSError) in try client.secretString(arn, by: deadline)
        }
        let request = try #require(call.requests.first)
        let signature = try #require(RecomputedSignature(request, secretAccessKey: SampleAWS.secretAccessKey))
        let date = try #require(request.header("X-Amz-Date")).prefix(8)
        #expect(
            signature.credential == [SampleAWS.accessKeyID, String(date), region, "secretsmanager", "aws4_request"])
        #expect(signature.given == signature.expected)
        for name in ["host", "content-type", "x-amz-date", "x-amz-target"] {
            #expect(signature.signedHeaders.contains(name))
        }
        #expect(signature.signedHeaders.contains("x-amz-security-token") == (token != nil))
        #expect(request.headers("X-Amz-Security-Token") == (token.map { [$0] } ?? []))
    }

    @Test("a wrong secret access key gives another signature, so the comparison can fail")
    func wrongKeyGivesAnotherSignature() async throws {
        let call = try await ServiceCall.run(SampleAWS.secret()) { client, deadline throws(AWSError) in
            try client.secretString(SampleAWS.arn, by: deadline)
        }
        let request = try #require(call.requests.first)
        let signature = try #require(RecomputedSignature(request, secretAccessKey: SampleAWS.secretAccessKey + "x"))
        #expect(signature.given != signature.expected)
    }

    @Test(
        "text that is not a secret's ARN is refused before anything is sent",
        arguments: [
            ("", "the secret's ARN"), ("name", "the secret's ARN"), ("sign-in/key-AbCdEf", "the secret's ARN"),
            ("arn:aws:secretsmanager:eu-west-1:1:secret", "the secret's ARN"),
            ("arn:aws:ssm:eu-west-1:1:parameter:x", "the secret's ARN"),
            ("arn:aws:ssm:eu-west-1:1:secret:x", "the secret's ARN"),
            ("arn:aws:secretsmanager:eu-west-1:1:parameter:x", "the secret's ARN"),
            ("ARN:aws:secretsmanager:eu-west-1:1:secret:x", "the secret's ARN"),
            (" arn:aws:secretsmanager:eu-west-1:1:secret:x", "the secret's ARN"),
            ("arn:aws:secretsmanager::1:secret:x", "the region"),
            ("arn:aws:secretsmanager:EU-WEST-1:1:secret:x", "the region"),
            ("arn:aws:secretsmanager:eu-west-1.evil.com/:1:secret:x", "the region"),
            ("arn:aws:secretsmanager:evil.com#:1:secret:x", "the region"),
            ("arn:aws:secretsmanager:eu west:1:secret:x", "the region"),
            ("arn:aws:secretsmanager:é:1:secret:x", "the region"),
        ])
    func otherNamesAreRefused(arn: String, fault: String) async throws {
        let call = try await ServiceCall.run(SampleAWS.secret()) { client, deadline throws(AWSError) in
            try client.secretString(arn, by: deadline)
        }
        #expect(throws: AWSError.invalidName(fault)) { try call.result.get() }
        #expect(call.requests.isEmpty)
    }

    @Test("an ARN travels as a JSON string, whatever it holds")
    func arnStaysOneString() async throws {
        let arn = #"arn:aws:secretsmanager:eu-west-1:1:secret:a"b\c,é😀"#
        let call = try await ServiceCall.run(SampleAWS.secret()) { client, deadline throws(AWSError) in
            try client.secretString(arn, by: deadline)
        }
        let body = try JSONValue(parsing: try #require(call.requests.first).body)
        #expect(body.members.map(\.name) == ["SecretId"])
        #expect(body["SecretId"]?.string == arn)
    }

    @Test(
        "the secret is the answer's string, decoded",
        arguments: [(#"a\"b\\c\u00e9"#, #"a"b\cé"#), (" padded ", " padded "), (#"{\"key\":1}"#, #"{"key":1}"#)])
    func secretIsDecoded(written: String, value: String) async throws {
        let call = try await ServiceCall.run(SampleAWS.secret(written)) { client, deadline throws(AWSError) in
            try client.secretString(SampleAWS.arn, by: deadline)
        }
        #expect(try call.result.get() == value)
    }

    @Test(
        "a success without a string to read is an unreadable answer",
        arguments: [
            "", "{}", "[]", "null", #""text""#, "{", #"{"SecretString":"a"} x"#, #"{"SecretString":""}"#,
            #"{"SecretString":null}"#, #"{"SecretString":7}"#, #"{"SecretString":{"a":"b"}}"#,
            #"{"SecretBinary":"AAECAw=="}"#, #"{"secretString":"a"}"#, #"{"SecretString":"a","SecretString":"b"}"#,
            "<html></html>",
        ])
    func missingStringIsUnreadable(text: String) async throws {
        let call = try await ServiceCall.run({ _ in SampleAWS.json(text) }) { client, deadline throws(AWSError) in
            try client.secretString(SampleAWS.arn, by: deadline)
        }
        #expect(throws: AWSError.unreadable) { try call.result.get() }
        #expect(call.requests.count == 1)
    }
}
