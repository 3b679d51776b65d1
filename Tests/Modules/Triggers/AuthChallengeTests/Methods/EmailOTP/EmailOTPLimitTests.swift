import AuthChallenge
import CognitoTriggers
import LambdaRuntime
import Primitives
import StandIns
import TestSupport
import Testing
import TriggerTestSupport

@Suite("How many codes are sent")
struct EmailOTPLimitTests {
    static let line = "WARN no code is sent, because of a limit: account_limit"

    private func signIns(_ count: Int, in deployment: CodeDeployment, _ event: EventBuilder = .create) throws
        -> [CreatedChallenge]
    {
        try (0..<count).map { _ in
            deployment.clock.advance(milliseconds: 1)
            return try deployment.create(event)
        }
    }

    @Test("four short codes and a long one, then a challenge that looks the same and is won with the long one")
    func lastCodeIsLong() throws {
        let deployment = try CodeDeployment()
        let challenges = try signIns(6, in: deployment)
        #expect(deployment.aws.mails.count == 5)
        #expect(deployment.aws.mails.compactMap(\.code).map(\.utf8.count) == [6, 6, 6, 6, 19])
        #expect(deployment.lines == [Self.line])
        #expect(
            challenges.map(\.outcome)
                == Array(repeating: "issued", count: 4) + ["issued_long", "account_limit"])
        for challenge in challenges {
            #expect(challenge.publicParameters == challenges[0].publicParameters)
            for (name, value) in challenges[0].privateParameters {
                #expect(challenge.privateParameters[name]?.utf8.count == value.utf8.count, "\(name)")
            }
            #expect(challenge.metadata.utf8.count == challenges[0].metadata.utf8.count)
        }
        try expect(deployment.verify(challenges[5], "123456"), equals: "closed_round")
        try expect(deployment.verify(challenges[5], deployment.code.lowercased()), equals: "right EMAIL_OTP")
        try expect(deployment.verify(challenges[5], deployment.code), equals: "right EMAIL_OTP")
        try expect(deployment.verify(challenges[4], deployment.code), equals: "already_used")
    }

    @Test("the mail with a long code says that it counts in any sign-in, for ten minutes")
    func longMailSaysWhatItIs() throws {
        let deployment = try CodeDeployment(["OTP_LIFETIME": "120"])
        _ = try signIns(5, in: deployment)
        let texts = deployment.aws.mails.compactMap(\.text)
        let code = try deployment.code
        #expect(texts[4].contains(code))
        #expect(!texts[3].contains("paste") && texts[4].contains("paste"))
        #expect(texts[3].contains("2 minutes") && texts[4].contains("10 minutes"))
        deployment.clock.advance(seconds: 599)
        try expect(deployment.verify(deployment.create(), deployment.code), equals: "right EMAIL_OTP")
    }

    @Test("a stranger who guesses and asks cannot make the code of the owner's own session worthless")
    func strangerShutsNobodyOut() throws {
        let deployment = try CodeDeployment()
        let own = try deployment.create()
        let code = try deployment.code
        for challenge in try signIns(20, in: deployment) {
            for number in 0..<6 {
                try expect(deployment.verify(challenge, "00000\(number)")) { $0 != "right EMAIL_OTP" }
            }
        }
        try expect(deployment.verify(own, code), equals: "right EMAIL_OTP")
        deployment.clock.advance(milliseconds: 1)
        let next = try deployment.create()
        try expect(deployment.verify(next, deployment.code), equals: "right EMAIL_OTP")
    }

    @Test("each user has a separate bucket, which the user's clients share")
    func eachUserHasASeparateBucket() throws {
        let deployment = try CodeDeployment()
        _ = try signIns(5, in: deployment)
        try expect(signIns(1, in: deployment, .create.client("another-client")).first?.outcome, equals: "account_limit")
        let other = EventBuilder.create.attribute("sub", "5e1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f12")
        try expect(
            signIns(1, in: deployment, other.attribute("email", "bo@example.test")).first?.outcome, equals: "issued")
    }

    @Test("twenty accounts with one address get five mails, and the one that has verified it gets its own five")
    func accountsShareAnAddress() throws {
        let deployment = try CodeDeployment()
        for number in 10..<30 {
            let stranger = EventBuilder.create.attribute("sub", "5e1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f\(number)")
            _ = try deployment.create(stranger.attribute("email_verified", "false"))
        }
        #expect(deployment.aws.mails.count == 5)
        let outcomes = try signIns(6, in: deployment).map(\.outcome)
        #expect(outcomes == ["issued", "issued", "issued", "issued", "issued_long", "account_limit"])
    }

    @Test("the mails of the deployment in an hour of the clock are a setting, and an error in the log")
    func deploymentIsLimited() throws {
        let deployment = try CodeDeployment(["OTP_MAILS_PER_HOUR": "2"])
        try expect(signIns(3, in: deployment).map(\.outcome), equals: ["issued", "issued", "deployment_limit"])
        #expect(deployment.lines == ["ERROR no code is sent, because of a limit: deployment_limit"])
        deployment.clock.advance(seconds: 3_600)
        try expect(signIns(1, in: deployment).map(\.outcome), equals: ["issued"])
    }

    @Test("names that no user has do not touch the users' mails of the hour")
    func unknownNamesHaveAnHourOfTheirOwn() throws {
        let deployment = try CodeDeployment(["OTP_MAILS_PER_HOUR": "2"])
        for number in 0..<4 { _ = try deployment.create(.create.unknownUser("ghost\(number)")) }
        try expect(signIns(3, in: deployment).map(\.outcome), equals: ["issued", "issued", "deployment_limit"])
        #expect(deployment.lines.filter { $0.hasPrefix("ERROR") }.count == 1)
    }

    @Test("a mail that SES refuses costs no mail, and its code is worthless", arguments: [400, 403, 404, 429])
    func refusedMailCostsNothing(status: Int) throws {
        let deployment = try CodeDeployment(["OTP_MAILS_PER_HOUR": "6"])
        deployment.aws.mailStatus = { _ in status }
        for _ in 0..<9 {
            let challenge = try signIns(1, in: deployment)[0]
            #expect(challenge.outcome == "unsent")
            try expect(deployment.verify(challenge, "123456"), equals: "closed_round")
        }
        deployment.aws.mailStatus = { _ in 200 }
        try expect(
            signIns(6, in: deployment).map(\.outcome),
            equals: Array(repeating: "issued", count: 4) + ["issued_long", "account_limit"])
    }

    @Test("a mail that SES may have sent costs one", arguments: [500, 503])
    func uncertainMailCostsOne(status: Int) throws {
        let deployment = try CodeDeployment()
        deployment.aws.mailStatus = { _ in status }
        _ = try signIns(4, in: deployment)
        deployment.aws.mailStatus = { _ in 200 }
        try expect(signIns(2, in: deployment).map(\.outcome), equals: ["issued_long", "account_limit"])
    }

    @Test("after a wrong answer the round goes on in the same way, whether or not a mail left")
    func nextRoundDoesNotTell() throws {
        let deployment = try CodeDeployment(["OTP_MAILS_PER_HOUR": "5"])
        deployment.aws.mailStatus = { _ in 400 }
        let refused = try signIns(1, in: deployment)
        deployment.aws.mailStatus = { _ in 200 }
        let known = try signIns(6, in: deployment)
        let other = EventBuilder.create.attribute("sub", "5e1f4c0e-51b2-4c6c-9a53-0b6a7d0e9f12")
        let late = try signIns(1, in: deployment, other.attribute("email", "bo@example.test"))
        let unknown = try (0..<6).map { try deployment.create(.create.unknownUser("ghost\($0)")) }
        #expect(known[5].outcome == "account_limit" && late[0].outcome == "deployment_limit")
        deployment.transport.forgetCalls()
        for first in refused + known + late + unknown {
            try expect(deployment.create(CodeDeployment.session(after: first)).outcome, equals: "continued")
        }
        #expect(deployment.transport.calls.isEmpty)
    }

    @Test("without a table a code has eight digits, and every call gets a code of its own")
    func withoutTableEveryCallIsOnItsOwn() throws {
        let deployment = try CodeDeployment(hasTable: false)
        #expect(
            deployment.lines.first == "WARN OTP_WITHOUT_LIMITS: nothing counts guesses and codes across sign-ins")
        let (first, second) = (try deployment.create(), try deployment.create())
        let codes = deployment.aws.mails.compactMap(\.code)
        #expect(codes.count == 2)
        #expect(codes.allSatisfy { $0.wholeMatch(of: /[0-9]{8}/) != nil })
        try expect(deployment.verify(second, codes[0]), equals: "wrong_code")
        try expect(deployment.verify(first, codes[0]), equals: "right EMAIL_OTP")
        #expect(Set(deployment.transport.names) == [AWSServices.mail])
        let session = CodeDeployment.session(after: first)
        try expect(deployment.create(session).privateParameters["code"], equals: first.privateParameters["code"])
        deployment.clock.advance(seconds: 300)
        try expect(deployment.verify(second, codes[1]), equals: "expired")
    }
}
