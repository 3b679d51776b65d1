import AuditLog
import HTTP
import JSON
import LambdaRuntime
import StandIns
import TestSupport
import Testing
import TriggerTestSupport

@Suite("A key of emailed codes that is replaced while the authenticator runs")
struct CodeKeyReplacementTests {
    private let secrets = Secrets(Deployment.codeKey)
    private let deployment: Deployment

    init() throws {
        deployment = try Deployment(settings: [
            "OTP_KEY": "", "OTP_KEY_ARN": "arn:aws:secretsmanager:eu-west-1:123456789012:secret:codes-AbCdEf",
            "OTP_COUNTING_KEY": "the key of what is counted about codes",
        ])
    }

    /// A new process, for which the secret stands in front of the other services.
    private func process() throws -> AuthenticatorProcess {
        try deployment.process { SecretsInFront(secrets, $0) }
    }

    private func replaceKey() { secrets.replace(with: "the key that has taken its place, long enough") }

    private var code: String { deployment.cloud.mails.last?.code ?? "" }

    @Test("a code made before is right in a process that starts after")
    func codeIsRightInANewProcess() throws {
        let token = try deployment.challengeToken()
        try expect(process().answer(.sendCode(token)).status, equals: 200)
        replaceKey()
        let later = try process()
        #expect(secrets.reads == 2)
        try expect(later.answer(.verifyCode(token, code)).isVerified, equals: true)
        // The current and the former version.
        #expect(secrets.reads == 4)
    }

    @Test("a code made after is right in a process that started before, at the first attempt")
    func codeOfTheNewKeyIsRightInAnOldProcess() throws {
        let token = try deployment.challengeToken()
        let old = try process()
        replaceKey()
        try expect(process().answer(.sendCode(token)).status, equals: 200)
        try expect(old.answer(.verifyCode(token, code)).isVerified, equals: true)
        #expect(!old.audit.contains { $0.kind == .answerWrong })
    }

    @Test("a code whose key is gone has the keys read again once, and is then judged once a request")
    func unknownKeyIsNotReadForEachAnswer() throws {
        let token = try deployment.challengeToken()
        try expect(process().answer(.sendCode(token)).status, equals: 200)
        replaceKey()
        secrets.replace(with: "the key that has taken the place of that one")
        let later = try process()
        let calls = try (1...2).map { _ throws in
            deployment.clock.advance(seconds: 1)
            let before = deployment.cloud.calls.count
            try expect(later.answer(.verifyCode(token, code)).isVerified, equals: false)
            return deployment.cloud.calls.count - before
        }
        #expect(calls[0] == 2 * calls[1])
    }

    @Test("mails and guesses counted before count after")
    func countsSurvive() throws {
        let old = try process()
        let token = try deployment.challengeToken()
        try expect(old.answer(.sendCode(token)).status, equals: 200)
        for number in 1...5 {
            deployment.clock.advance(seconds: 2)
            let guess = String((try #require(Int(code)) + number) % 1_000_000 + 1_000_000).dropFirst()
            try expect(old.answer(.verifyCode(token, String(guess))).isVerified, equals: false)
        }
        for number in 2...5 {
            deployment.clock.advance(seconds: 2)
            try expect(old.answer(.sendCode(deployment.challengeToken(key: "round \(number)"))).status, equals: 200)
        }
        #expect(deployment.cloud.mails.count == 5)
        replaceKey()
        let later = try process()
        let answer = try later.answer(.verifyCode(token, try #require(deployment.cloud.mails.first?.code)))
        #expect(answer["failureReason"]?.string == "MAX_ATTEMPTS_EXCEEDED")
        try expect(later.answer(.sendCode(deployment.challengeToken(key: "round 6"))).status, equals: 200)
        #expect(deployment.cloud.mails.count == 5)
    }
}
