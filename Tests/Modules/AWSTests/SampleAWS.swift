import AWS
import Foundation
import HTTP
import TestSupport

/// Values that several suites use.
enum SampleAWS {
    static let arn = "arn:aws:secretsmanager:eu-west-1:123456789012:secret:sign-in/key-AbCdEf"
    static let accessKeyID = "ASIAEXAMPLE"
    static let secretAccessKey = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"
    static let sessionToken = "IQoJb3JpZ2luX2VjEXAMPLE//token+with/symbols=="
    static let credentials = AWSCredentials(
        accessKeyID: accessKeyID, secretAccessKey: secretAccessKey, sessionToken: sessionToken)

    static func deadline(in milliseconds: Int64) -> Deadline {
        let now: @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970 * 1_000) }
        return Deadline(now() + milliseconds, now: now)
    }

    static func json(_ text: String, status: Int = 200) -> ScriptedAnswer {
        .answer(
            status, headers: [(name: "Content-Type", value: "application/x-amz-json-1.1")], body: Array(text.utf8))
    }

    static func secret(_ value: String = "the secret") -> ScriptedServer.Script {
        { _ in json(#"{"ARN":"\#(arn)","Name":"sign-in/key","SecretString":"\#(value)","VersionId":"1"}"#) }
    }
}
