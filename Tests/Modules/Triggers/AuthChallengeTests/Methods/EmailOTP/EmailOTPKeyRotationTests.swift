import AuthChallenge
import CognitoTriggers
import LambdaRuntime
import StandIns
import TestSupport
import Testing
import TriggerTestSupport

@Suite("A key of emailed codes that is replaced while the functions run")
struct EmailOTPKeyRotationTests {
    private static let newKey = "the key that takes its place, more than 32 bytes"
    private static let countingKey = "a key for counting of more than 32 bytes"

    private let aws = AWSServices()
    private let secret = SecretStore(CodeDeployment.key)

    /// New processes of Create and Verify.
    private func processes(_ settings: [String: String] = [:]) throws -> TestDeployment {
        var variables = CodeDeployment.settings.merging(AWSServices.settings) { $1 }
        variables["OTP_KEY"] = nil
        variables["OTP_KEY_ARN"] = SecretTests.arn
        variables["OTP_COUNTING_KEY"] = Self.countingKey
        let (aws, secret) = (aws, secret)
        return try TestDeployment(variables, settings) { transport in
            aws.serve(behind: transport)
            secret.serve(before: transport)
        }
    }

    private var code: String {
        get throws { try #require(aws.mails.last?.code) }
    }

    private var wrongCode: String {
        get throws { try code == "000000" ? "000001" : "000000" }
    }

    @Test("a code made before is right in a process that starts after, and the former key is read only for it")
    func codeIsRightInANewProcess() throws {
        let challenge = try processes().create()
        secret.replace(with: Self.newKey)
        let later = try processes()
        #expect(secret.reads == ["current", "current", "current", "current"])
        try expect(later.verify(challenge, code), equals: "right EMAIL_OTP")
        #expect(secret.reads.dropFirst(4) == ["current", "previous"])
        // The code before has ended those that were issued until then.
        later.clock.advance(milliseconds: 1)
        let next = try later.create()
        try expect(later.verify(next, code), equals: "right EMAIL_OTP")
        #expect(secret.reads.count == 6)
    }

    @Test("a wrong code has no key read")
    func wrongCodeReadsNoKey() throws {
        let deployment = try processes()
        try expect(deployment.verify(deployment.create(), wrongCode), equals: "wrong_code")
        #expect(secret.reads == ["current", "current"])
    }

    @Test("a code made after is right in a process that started before")
    func codeOfTheNewKeyIsRightInAnOldProcess() throws {
        let old = try processes()
        secret.replace(with: Self.newKey)
        let challenge = try processes().create()
        try expect(old.verify(challenge, code), equals: "right EMAIL_OTP")
    }

    @Test("after five minutes a process uses the new key, and a code made before stays right")
    func keyIsReadAgainAfterAnInterval() throws {
        let deployment = try processes(["OTP_LIFETIME": "600"])
        let challenge = try deployment.create()
        let formerCode = try code
        secret.replace(with: Self.newKey)
        deployment.clock.advance(seconds: 300)
        let next = try deployment.create()
        #expect(secret.reads.dropFirst(2) == ["current", "previous"])
        let codeID = try #require(next.privateParameters["code"])
        #expect(challenge.privateParameters["code"]?.prefix(4) != codeID.prefix(4))
        try expect(deployment.verify(challenge, formerCode), equals: "right EMAIL_OTP")
    }

    @Test("after a wrong answer, Create offers the same code again", arguments: [true, false])
    func codeIsOfferedAgain(isNewProcess: Bool) throws {
        let first = try processes()
        let challenge = try first.create()
        secret.replace(with: Self.newKey)
        let deployment = isNewProcess ? try processes() : first
        try expect(deployment.verify(challenge, wrongCode), equals: "wrong_code")
        let again = try deployment.create(CodeDeployment.session(after: challenge))
        #expect(again.outcome == "continued")
        #expect(aws.mails.count == 1)
        try expect(deployment.verify(again, code), equals: "right EMAIL_OTP")
    }

    @Test("a long code made before is right in a process that starts after")
    func longCodeIsRight() throws {
        let first = try processes()
        for _ in 0..<5 { _ = try first.create() }
        secret.replace(with: Self.newKey)
        let later = try processes()
        let challenge = try later.create()
        #expect(challenge.outcome == "account_limit")
        try expect(later.verify(challenge, code), equals: "right EMAIL_OTP")
    }

    @Test("guesses and mails counted before count after")
    func countsSurvive() throws {
        let first = try processes()
        let challenge = try first.create()
        for number in 0..<5 {
            let guess = String(try (#require(Int(code)) + 1 + number) % 1_000_000 + 1_000_000).dropFirst()
            try expect(first.verify(challenge, String(guess)), equals: "wrong_code")
        }
        for _ in 0..<4 { _ = try first.create() }
        secret.replace(with: Self.newKey)
        let later = try processes()
        try expect(later.verify(challenge, #require(aws.mails.first?.code)), equals: "too_many_guesses")
        try expect(later.create().outcome, equals: "account_limit")
    }

    @Test("a code of a key that nobody has is refused and counts nothing, and keys are read every ten seconds at most")
    func unknownKeyIsRefused() throws {
        let challenge = try processes().create()
        secret.replace(with: Self.newKey)
        secret.previous = nil
        let later = try processes()
        let items = aws.table.items.count
        for (wait, reads) in [(0, 6), (0, 6), (9_999, 6), (1, 8)] as [(Int64, Int)] {
            later.clock.advance(milliseconds: wait)
            try expect(later.verify(challenge, code), equals: "unknown_key")
            #expect(secret.reads.count == reads)
        }
        #expect(aws.table.items.count == items)
    }

    @Test("a former key that was never usable is no fault")
    func unusableFormerKeyIsNoFault() throws {
        let deployment = try processes()
        secret.previous = "short"
        deployment.clock.advance(seconds: 300)
        let challenge = try deployment.create()
        try expect(deployment.verify(challenge, code), equals: "right EMAIL_OTP")
        #expect(deployment.recorder.lines == [])
    }

    @Test("without a key of its own for the counts, a key that may be replaced does not start")
    func replaceableKeyNeedsACountingKey() {
        #expect(
            throws: FunctionError.configuration(
                "OTP_COUNTING_KEY",
                "or OTP_COUNTING_KEY_ARN must be set with OTP_KEY_ARN: a new version of that secret would empty the "
                    + "counts")
        ) { try processes(["OTP_COUNTING_KEY": ""]) }
    }
}
