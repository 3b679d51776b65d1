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
}
