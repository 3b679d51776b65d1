import AuthChallenge
import JSON
import LambdaRuntime
import Primitives
import SignInRules
import Testing
import TriggerTestSupport

/// A method of a test, which says in its parameters which round it was asked for.
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
            settings: Settings(Environment([:])), transport: FakeTransport(clock: clock), aws: nil, now: { clock.now },
            pause: { _ in }, random: { [UInt8](repeating: 1, count: $0) })
        let methods = ChallengeMethods([
            (name: "EMAIL_OTP", method: EchoMethod(word: "code")),
            (name: "RESULT_TOKEN", method: EchoMethod(word: "token")),
        ])
        create = CreateTrigger(methods, services)
        verify = try VerifyTrigger(methods, services)
    }

    @Test(
        "by the rows, whose rounds are counted from one for each step",
        arguments: [
            ("", "EMAIL_OTP", 1), ("e", "EMAIL_OTP", 2), ("ee", "EMAIL_OTP", 3), ("E", "RESULT_TOKEN", 1),
            ("eeE", "RESULT_TOKEN", 1), ("eeEx", "RESULT_TOKEN", 2), ("SPE", "RESULT_TOKEN", 1), ("SP", "EMAIL_OTP", 1),
        ])
    func chooses(_ rows: String, _ step: String, _ number: Int) throws {
        let challenge = try Challenge(
            create(try #require(EventBuilder.create.session(Rows.parse(rows)).invocation), LogRecorder().log))
        #expect(challenge.publicParameters == ["challenge": step])
        #expect(challenge.privateParameters["method"] == step)
        #expect(challenge.privateParameters["round"] == String(number))
        #expect(challenge.metadata == "\(step) note")
    }

    @Test("and makes none where the rows are out of order", arguments: ["x", "o", "EE", "oE", "Exe", "N", "EN", "K"])
    func outOfOrder(_ rows: String) {
        #expect(throws: FunctionError.hidden(.invalidEvent, "the session's steps are not in order")) {
            try create(try #require(EventBuilder.create.session(Rows.parse(rows)).invocation), LogRecorder().log)
        }
    }

    @Test("an answer is judged by the step its round was of, never by another")
    func judged() throws {
        for (rows, right, wrong) in [("", "code", "token"), ("E", "token", "code")] {
            let event = EventBuilder.create.session(Rows.parse(rows))
            let challenge = try Challenge(create(try #require(event.invocation), LogRecorder().log))
            for (answer, isRight) in [(right, true), (wrong, false)] {
                let reply = try verify(
                    try #require(EventBuilder.verify(challenge, answer).invocation), LogRecorder().log)
                let response = try #require(try JSONValue(parsing: reply.body)["response"])
                #expect(response["answerCorrect"]?.bool == isRight)
            }
        }
    }
}
