import AuthChallenge
import CognitoTriggers
import LambdaRuntime
import Primitives
import StandIns
import Testing
import TriggerTestSupport

@Suite("How many codes are sent")
struct EmailOTPLimitTests {
    static let line = "WARN no code is sent: the limit of codes per hour is reached"

    /// Starts sign-ins, each long enough after the one before for a new code.
    private func signIns(_ count: Int, in deployment: CodeDeployment, _ event: EventBuilder = .create) throws
        -> [CreatedChallenge]
    {
        try (0..<count).map { _ in
            deployment.clock.advance(seconds: 31)
            return try deployment.create(event)
        }
    }

    @Test("five an hour, then a challenge that looks the same and cannot be won")
    func fiveCodesAnHour() throws {
        let deployment = try CodeDeployment()
        let challenges = try signIns(6, in: deployment)
        #expect(deployment.aws.mails.count == 5)
        #expect(deployment.lines == [Self.line])
        #expect(challenges.map(\.outcome) == Array(repeating: "issued", count: 5) + ["issued_closed"])
        #expect(challenges[5].publicParameters == challenges[4].publicParameters)
        #expect(challenges[5].privateParameters["verdict"] == "shut")
        for (name, value) in challenges[4].privateParameters {
            #expect(challenges[5].privateParameters[name]?.utf8.count == value.utf8.count, "\(name)")
        }
        #expect(challenges[5].metadata.utf8.count == challenges[4].metadata.utf8.count)
        #expect(deployment.deployment.pauses.count == 1)
        // The fifth is still good.
        #expect(try deployment.verify(challenges[4], try deployment.code) == "right EMAIL_OTP")
    }

    @Test("the round after a wrong answer to such a challenge cannot be won either, and is sent nothing")
    func roundAfterAClosedOneStaysClosed() throws {
        let deployment = try CodeDeployment(["OTP_CODES_PER_HOUR": "1"])
        let challenges = try signIns(2, in: deployment)
        let next = try deployment.create(CodeDeployment.session(after: challenges[1]))
        #expect(next.privateParameters["verdict"] == "shut")
        #expect(next.outcome == "issued_closed")
        #expect(deployment.aws.mails.count == 1)
    }

    @Test("the next hour begins anew")
    func nextHourBeginsAnew() throws {
        let deployment = try CodeDeployment(["OTP_CODES_PER_HOUR": "2"])
        _ = try signIns(3, in: deployment)
        #expect(deployment.aws.mails.count == 2)
        deployment.clock.advance(seconds: 3_600)
        _ = try signIns(3, in: deployment)
        #expect(deployment.aws.mails.count == 4)
    }

    @Test("each user has a separate count")
    func eachUserHasASeparateCount() throws {
        let deployment = try CodeDeployment(["OTP_CODES_PER_HOUR": "1"])
        _ = try signIns(2, in: deployment)
        _ = try signIns(1, in: deployment, .create.attribute("sub", "5e1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f12"))
        #expect(deployment.aws.mails.count == 2)
    }

    @Test("a user's clients share one count")
    func clientsShareOneCount() throws {
        let deployment = try CodeDeployment(["OTP_CODES_PER_HOUR": "1"])
        _ = try signIns(1, in: deployment)
        _ = try signIns(1, in: deployment, .create.client("another-client"))
        #expect(deployment.aws.mails.count == 1)
    }

    @Test("a call repeated by Cognito counts once")
    func retryCountsOnce() throws {
        let deployment = try CodeDeployment(["OTP_CODES_PER_HOUR": "1"])
        deployment.aws.mailStatus = { _ in 500 }
        _ = try deployment.create()
        deployment.clock.advance(seconds: 6)
        deployment.aws.mailStatus = { _ in 200 }
        #expect(try deployment.create().outcome == "issued")
        #expect(deployment.aws.mails.count == 1)
    }

    @Test("the limits on codes do not limit passkeys")
    func codeLimitsDoNotLimitPasskeys() throws {
        let deployment = try CodeDeployment(["OTP_CODES_PER_HOUR": "1"])
        _ = try signIns(2, in: deployment)
        let codes = deployment.aws
        let signed = try TestDeployment(
            ["TOKEN_MODE": "signed", "TOKEN_SIGNING_KEY": SampleKeys.signingKey], AWSServices.settings
        ) { codes.serve(behind: $0) }
        let challenge = try signed.create()
        #expect(try signed.verify(challenge, try ProofAnswer(challenge, .passkey).text()) == "right PASSKEY")
    }

    @Test("without a table a code has eight digits, and the windows are those of the clock")
    func withoutTableWindowsFollowTheClock() throws {
        let deployment = try CodeDeployment(hasTable: false)
        #expect(
            deployment.lines.first == "WARN OTP_WITHOUT_LIMITS: nothing counts guesses and codes across sessions")
        let first = try deployment.create()
        let code = try deployment.code
        #expect(code.wholeMatch(of: /[0-9]{8}/) != nil)
        // Every test begins a quarter of a second after such a window did.
        deployment.clock.advance(milliseconds: 29_749)
        let second = try deployment.create()
        #expect(try deployment.code == code)
        deployment.clock.advance(milliseconds: 1)
        let third = try deployment.create()
        #expect(try deployment.code != code)
        // There may be two mails then, and only one of the codes wins a round.
        #expect(try deployment.verify(second, try deployment.code) == "wrong_code")
        #expect(try deployment.verify(third, code) == "wrong_code")
        #expect(try deployment.verify(first, code) == "right EMAIL_OTP")
        #expect(try deployment.verify(third, try deployment.code) == "right EMAIL_OTP")
        #expect(Set(deployment.transport.names) == [AWSServices.mail])
        let session = CodeDeployment.session(after: first)
        #expect(try deployment.create(session).privateParameters["code"] == first.privateParameters["code"])
    }

    @Test("without a table a code lives as long as promised, and at most a window longer")
    func lifetimeWithoutTable() throws {
        let deployment = try CodeDeployment(hasTable: false)
        deployment.clock.advance(seconds: 29)
        let challenge = try deployment.create()
        deployment.clock.advance(seconds: 300)
        #expect(try deployment.verify(challenge, try deployment.code) == "right EMAIL_OTP")
        deployment.clock.advance(seconds: 1)
        #expect(try deployment.verify(challenge, try deployment.code) == "expired")
    }
}
