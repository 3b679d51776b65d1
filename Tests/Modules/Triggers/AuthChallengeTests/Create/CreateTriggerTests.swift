import AuthChallenge
import CognitoTriggers
import FunctionServices
import JSON
import LambdaRuntime
import Primitives
import SignInRules
import TestSupport
import Testing
import TriggerTestSupport

/// A challenge method for tests: its word is the right answer.
private struct EchoMethod: ChallengeIssuer, AnswerJudge {
    let word: String

    func challenge(in round: Round) -> RoundChallenge {
        RoundChallenge(
            publicParameters: [:], privateParameters: RoundParameters(["expected": word]), metadata: "note")
    }

    func judge(_ answer: String, parameters: RoundParameters, in round: Round) -> AnswerVerdict {
        answer == word ? .right(VerificationMethod(rawValue: word)) : .wrong(.invalidToken)
    }
}

@Suite("What Create decides")
struct CreateTriggerTests {
    private let create: CreateTrigger
    private let verify: VerifyTrigger
    private let log = LogRecorder().log

    init() {
        let methods = [
            (step: FlowStep.emailOTP, method: EchoMethod(word: "code")),
            (step: FlowStep.resultToken, method: EchoMethod(word: "token")),
        ]
        create = CreateTrigger(FlowMethods(methods), .test([:]))
        verify = VerifyTrigger(FlowMethods(methods), .test([:]))
    }

    private func challenge(_ rows: [ChallengeResult]) throws -> CreatedChallenge {
        try CreatedChallenge(create(try #require(EventBuilder.create.session(rows).invocation), log))
    }

    @Test(
        "the rows decide the step, and each step counts its rounds from one",
        arguments: [
            ("", "EMAIL_OTP", 1), ("e", "EMAIL_OTP", 2), ("ee", "EMAIL_OTP", 3), ("E", "RESULT_TOKEN", 1),
            ("eeE", "RESULT_TOKEN", 1), ("eeEx", "RESULT_TOKEN", 2), ("SPE", "RESULT_TOKEN", 1), ("SP", "EMAIL_OTP", 1),
            ("DV", "EMAIL_OTP", 1), ("eDV", "EMAIL_OTP", 2), ("DVeDVEDVxDV", "RESULT_TOKEN", 2),
        ])
    func rowsDecideTheStep(rows: String, step: String, number: Int) throws {
        let challenge = try challenge(Rows.parse(rows))
        #expect(challenge.publicParameters == ["challenge": step])
        let word = step == "EMAIL_OTP" ? "code" : "token"
        #expect(
            challenge.privateParameters == [
                "step": step, "round": String(number), "flow": "EO-RT", "expected": word,
            ])
        #expect(challenge.metadata == "\(step) note who=;flow=EO-RT")
    }

    @Test(
        "no challenge is made if the rows are out of order, or if every step has been passed",
        arguments: ["x", "o", "EE", "oE", "Exe", "N", "EN", "K", "Eo"])
    func rowsOutOfOrderMakeNoChallenge(_ rows: String) {
        let problem =
            rows == "Eo"
            ? "a challenge is asked for after every step has been passed" : "the session's steps are not in order"
        #expect(throws: FunctionError.hidden(.invalidEvent, problem)) { try challenge(Rows.parse(rows)) }
    }

    @Test(
        "no challenge is made after a round of another flow, because the sign-in cannot be won",
        arguments: [("who=;flow=P-RT", "PASSWORD,RESULT_TOKEN"), ("who=abc;flow=", "?")])
    func roundOfAnotherFlowMakesNoChallenge(note: String, flow: String) throws {
        let row = ChallengeResult(
            challengeName: ChallengeResult.customChallenge, challengeResult: false,
            challengeMetadata: "EMAIL_OTP \(note)")
        #expect(
            throws: FunctionError.hidden(
                .invalidEvent,
                "the functions have different flows: CreateAuthChallenge made this round with SIGN_IN_FLOW=\(flow), "
                    + "this CreateAuthChallenge has SIGN_IN_FLOW=EMAIL_OTP,RESULT_TOKEN")
        ) { try challenge([row]) }
    }

    @Test("an answer is judged only by the step of its round")
    func answerIsJudgedByTheStepOfItsRound() throws {
        for (rows, right, wrong) in [("", "code", "token"), ("E", "token", "code")] {
            let challenge = try challenge(Rows.parse(rows))
            for (answer, isRight) in [(right, true), (wrong, false)] {
                let reply = try verify(try #require(EventBuilder.verify(challenge, answer).invocation), log)
                let response = try #require(try JSONValue(parsing: reply.body)["response"])
                #expect(response["answerCorrect"]?.bool == isRight)
            }
        }
    }

    @Test("client metadata changes nothing")
    func clientMetadataChangesNothing() throws {
        let metadata = [
            "step": "EMAIL_OTP", "round": "1", "scope": "add:authenticators", "email": "eve@example.test",
        ]
        let plain = try TestDeployment.signed().create()
        let other = try TestDeployment.signed().create(.create.clientMetadata(metadata))
        try expect(plain.payload(), equals: other.payload())
        #expect(Set(plain.publicParameters.keys) == Set(other.publicParameters.keys))
        #expect(plain.privateParameters == other.privateParameters)
    }

    @Test("an event of another trigger is an error that tells the caller nothing")
    func otherTriggersEventIsAnError() throws {
        let detail = "the event does not belong to the trigger CreateAuthChallenge"
        #expect(
            throws: FunctionError(.wrongTrigger, message: "Sign-in is not possible right now", detail: detail)
        ) { try create(try #require(EventBuilder.define.invocation), log) }
    }
}
