import CognitoTriggers
import TestSupport
import Testing
import TriggerTestSupport

@Suite("The code of a step's later rounds")
struct EmailOTPLaterRoundTests {
    @Test(
        "after a wrong answer the same code stays valid, and no call is made, also if Cognito asks for a device next",
        arguments: ["", "DV"])
    func wrongAnswerKeepsTheCode(device: String) throws {
        let deployment = try CodeDeployment()
        let first = try deployment.create()
        try expect(deployment.verify(first, deployment.wrongCode()), equals: "wrong_code")
        deployment.transport.forgetCalls()
        deployment.clock.advance(seconds: 100)
        let second = try deployment.create(CodeDeployment.session(after: first, then: device))
        #expect(deployment.transport.calls.isEmpty)
        #expect(second.outcome == "continued")
        #expect(second.metadata == first.metadata)
        #expect(second.privateParameters["issued"] == first.privateParameters["issued"])
        #expect(second.privateParameters["code"] == first.privateParameters["code"])
        try expect(deployment.verify(second, deployment.code), equals: "right EMAIL_OTP")
    }

    @Test("a code with less than half a minute left is followed by a new one")
    func expiringCodeIsReplaced() throws {
        let deployment = try CodeDeployment()
        let first = try deployment.create()
        deployment.clock.advance(milliseconds: 269_999)
        try expect(deployment.create(CodeDeployment.session(after: first)).outcome, equals: "continued")
        deployment.clock.advance(milliseconds: 1)
        let second = try deployment.create(CodeDeployment.session(after: first))
        #expect(second.outcome == "issued")
        #expect(second.metadata.hasPrefix("EMAIL_OTP \(deployment.clock.now) "))
        let third = try deployment.create(CodeDeployment.session(after: first, second))
        #expect(third.outcome == "continued")
        #expect(third.privateParameters["code"] == second.privateParameters["code"])
        try expect(deployment.verify(third, deployment.code), equals: "right EMAIL_OTP")
    }

    @Test("a code that can take no more guesses is followed by a new one")
    func codeWithoutGuessesIsReplaced() throws {
        let deployment = try CodeDeployment(["OTP_GUESSES_PER_CODE": "2"])
        let first = try deployment.create()
        try expect(deployment.create(CodeDeployment.session(after: first)).outcome, equals: "continued")
        try expect(deployment.create(CodeDeployment.session(after: first, first)).outcome, equals: "issued")
        #expect(deployment.aws.mails.count == 2)
    }

    @Test("the guesses of a code are counted by its own rounds, and no other step's note is one of a code")
    func onlyRoundsOfTheCodeCount() throws {
        var settings = CodeDeployment.settings.merging(Captcha.settings) { $1 }
        settings["SIGN_IN_FLOW"] = "CAPTCHA,EMAIL_OTP"
        settings["OTP_GUESSES_PER_CODE"] = "2"
        let deployment = try CodeDeployment(settings)
        func row(_ challenge: CreatedChallenge, isRight: Bool, as step: String = "EMAIL_OTP") -> ChallengeResult {
            ChallengeResult(
                challengeName: "CUSTOM_CHALLENGE", challengeResult: isRight,
                challengeMetadata: challenge.metadata.replacing("EMAIL_OTP", with: step))
        }
        let passed = row(try deployment.create(), isRight: true)
        let code = try deployment.create(.create.session([passed]))
        #expect(code.outcome == "issued")
        let once = [passed, row(code, isRight: false)]
        try expect(deployment.create(.create.session(once)).outcome, equals: "continued")
        try expect(deployment.create(.create.session(once + [row(code, isRight: false)])).outcome, equals: "issued")
        try expect(
            deployment.create(.create.session([row(code, isRight: true, as: "CAPTCHA")])).outcome, equals: "issued")
    }

    @Test(
        "a note that this product did not write is ignored",
        arguments: [
            "EMAIL_OTP", "EMAIL_OTP 1800000000250 code", "EMAIL_OTP x code requester",
            "EMAIL_OTP 1800000000250 code requester", "EMAIL_OTP 1800000000250 code requester more",
            "EMAIL_OTP -1 code requester", "EMAIL_OTP 1700000000250 code requester",
            "EMAIL_OTP 10000000000000 code requester", "EMAIL_OTP 9223372036854775807 code requester",
        ])
    func foreignNoteIsIgnored(note: String) throws {
        let deployment = try CodeDeployment()
        let row = [
            ChallengeResult(challengeName: "CUSTOM_CHALLENGE", challengeResult: false, challengeMetadata: note)
        ]
        try expect(deployment.create(.create.session(row)).outcome, equals: "issued")
    }
}
