import AuthChallenge
import FunctionServices
import JSON
import LambdaRuntime
import Primitives
import SignInRules
import Testing
import TriggerTestSupport

/// A challenge method for tests: its word is the right answer.
private struct EchoMethod: ChallengeMethod {
    let word: String

    func challenge(in round: Round) -> IssuedChallenge {
        IssuedChallenge(publicParameters: [:], privateParameters: ["expected": word], metadata: "note")
    }

    func judge(_ answer: String, parameters: [String: String], in round: Round) -> Verdict {
        answer == word ? .right(VerificationMethod(rawValue: word)) : .wrong(.invalidToken)
    }
}

@Suite("Create chooses the step")
struct StepChoiceTests {
    private let create: CreateTrigger
    private let verify: VerifyTrigger

    init() throws {
        let clock = TestClock()
        let services = Services(
            settings: Settings(Environment([:])), transport: ScriptedTransport(clock: clock), aws: nil,
            now: { clock.now },
            pause: { _ in }, random: { [UInt8](repeating: 1, count: $0) })
        let methods = ChallengeMethods([
            (name: "EMAIL_OTP", method: EchoMethod(word: "code")),
            (name: "RESULT_TOKEN", method: EchoMethod(word: "token")),
        ])
        create = CreateTrigger(methods, services)
        verify = try VerifyTrigger(methods, services)
    }

    @Test(
        "the rows decide the step, and each step counts its rounds from one",
        arguments: [
            ("", "EMAIL_OTP", 1), ("e", "EMAIL_OTP", 2), ("ee", "EMAIL_OTP", 3), ("E", "RESULT_TOKEN", 1),
            ("eeE", "RESULT_TOKEN", 1), ("eeEx", "RESULT_TOKEN", 2), ("SPE", "RESULT_TOKEN", 1), ("SP", "EMAIL_OTP", 1),
            ("DV", "EMAIL_OTP", 1), ("eDV", "EMAIL_OTP", 2), ("DVeDVEDVxDV", "RESULT_TOKEN", 2),
        ])
    func rowsDecideTheStep(rows: String, step: String, number: Int) throws {
        let challenge = try CreatedChallenge(
            create(try #require(EventBuilder.create.session(Rows.parse(rows)).invocation), LogRecorder().log))
        #expect(challenge.publicParameters == ["challenge": step])
        #expect(challenge.privateParameters["method"] == step)
        #expect(challenge.privateParameters["round"] == String(number))
        #expect(challenge.metadata == "\(step) note who=;flow=EO-RT")
    }

    @Test(
        "no challenge is made if the rows are out of order", arguments: ["x", "o", "EE", "oE", "Exe", "N", "EN", "K"])
    func rowsOutOfOrderMakeNoChallenge(_ rows: String) {
        #expect(throws: FunctionError.hidden(.invalidEvent, "the session's steps are not in order")) {
            try create(try #require(EventBuilder.create.session(Rows.parse(rows)).invocation), LogRecorder().log)
        }
    }

    @Test("an answer is judged only by the step of its round")
    func answerIsJudgedByTheStepOfItsRound() throws {
        for (rows, right, wrong) in [("", "code", "token"), ("E", "token", "code")] {
            let event = EventBuilder.create.session(Rows.parse(rows))
            let challenge = try CreatedChallenge(create(try #require(event.invocation), LogRecorder().log))
            for (answer, isRight) in [(right, true), (wrong, false)] {
                let reply = try verify(
                    try #require(EventBuilder.verify(challenge, answer).invocation), LogRecorder().log)
                let response = try #require(try JSONValue(parsing: reply.body)["response"])
                #expect(response["answerCorrect"]?.bool == isRight)
            }
        }
    }
}
