import CognitoTriggers
import HTTP
import JSON
import LambdaRuntime
import StandIns
import Testing
import TriggerTestSupport

/// A deployment whose flow is `EMAIL_OTP`, with its table and its mails.
final class CodeDeployment {
    static let key = "a key for codes of more than 32 bytes"
    static let settings = [
        "SIGN_IN_FLOW": "EMAIL_OTP", "OTP_KEY": key, "OTP_SENDER": "Example <no-reply@example.test>",
        "AWS_REGION": "eu-west-1", "MASKED_ADDRESS": "letters",
        // Waiting would move the clock.
        "MINIMUM_RESPONSE_TIME": "0",
    ]

    let deployment: TestDeployment
    let aws = AWSServices()

    init(_ settings: [String: String] = [:], hasTable: Bool = true) throws {
        let limits = hasTable ? AWSServices.settings : ["OTP_WITHOUT_LIMITS": "true"]
        let aws = aws
        deployment = try TestDeployment(Self.settings, limits.merging(settings) { $1 }) { aws.serve(behind: $0) }
    }

    var transport: ScriptedTransport { deployment.transport }
    var clock: TestClock { deployment.clock }
    var lines: [String] { deployment.recorder.lines }

    /// Begins a round and returns its challenge.
    func create(_ event: EventBuilder = .create) throws -> CreatedChallenge {
        let challenge = try deployment.create(event)
        for code in aws.mails.compactMap(\.code) { deployment.keepSecret(code) }
        return challenge
    }

    func verify(_ challenge: CreatedChallenge, _ answer: String) throws -> String {
        try deployment.verify(challenge, answer)
    }

    func verify(_ event: EventBuilder) throws -> String { try deployment.verify(event) }

    /// The code of the last mail.
    var code: String {
        get throws { try #require(aws.mails.last?.code) }
    }

    /// A code that is not the right one.
    func wrongCode(_ number: Int = 1) throws -> String {
        let code = try code
        let value = try #require(Int(code))
        let text = String((value + number) % 1_000_000)
        return String(repeating: "0", count: code.utf8.count - text.utf8.count) + text
    }

    /// The session after wrong answers to these challenges, and then some rows.
    static func session(after challenges: CreatedChallenge..., then rows: String = "") -> EventBuilder {
        .create.session(
            challenges.map {
                .init(challengeName: "CUSTOM_CHALLENGE", challengeResult: false, challengeMetadata: $0.metadata)
            } + Rows.parse(rows))
    }
}
