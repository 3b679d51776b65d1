import AWS
import HTTP
import JSON
import TestSupport
import Testing

@Suite("Reading a secret")
struct SecretsManagerTests {
    @Test("a wrong secret access key gives another signature, so the comparison can fail")
    func wrongKeyGivesAnotherSignature() async throws {
        let call = try await ServiceCall.secret()
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
        let call = try await ServiceCall.secret(of: arn)
        #expect(throws: AWSError.invalidName(fault)) { try call.result.get() }
        #expect(call.requests.isEmpty)
    }

    @Test("an ARN travels as a JSON string, whatever it holds")
    func arnStaysOneString() async throws {
        let arn = #"arn:aws:secretsmanager:eu-west-1:1:secret:a"b\c,é😀"#
        let call = try await ServiceCall.secret(of: arn)
        let body = try JSONValue(parsing: try #require(call.requests.first).body)
        #expect(body.members.map(\.name) == ["SecretId"])
        #expect(body["SecretId"]?.string == arn)
    }

    @Test(
        "the secret is the answer's string, decoded",
        arguments: [(#"a\"b\\c\u00e9"#, #"a"b\cé"#), (" padded ", " padded "), (#"{\"key\":1}"#, #"{"key":1}"#)])
    func secretIsDecoded(written: String, value: String) async throws {
        let call = try await ServiceCall.secret(SampleAWS.secret(written))
        try expect(call.result.get(), equals: value)
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
        let call = try await ServiceCall.secret({ _ in SampleAWS.json(text) })
        #expect(throws: AWSError.unreadable) { try call.result.get() }
        #expect(call.requests.count == 1)
    }
}
