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

/// A challenge method for tests: the answer is a word that stays the same for the whole session, then the round's
/// number.
private struct CountingMethod: ChallengeIssuer, AnswerJudge {
    func challenge(in round: Round) -> RoundChallenge {
        // What an earlier round of the session noted, or a new word.
        let note = round.earlier.last?.note
        let word = note?.words ?? "word-\(round.userName.utf8.count)"
        return RoundChallenge(
            publicParameters: ["hint": "count"],
            privateParameters: RoundParameters(["expected": "\(word)-\(round.number)"]),
            metadata: word)
    }

    func judge(_ answer: String, parameters: RoundParameters, in round: Round) -> AnswerVerdict {
        answer == parameters.texts["expected"] ? .right(VerificationMethod(rawValue: "COUNT")) : .wrong(.invalidToken)
    }
}

@Suite("A challenge method of one's own")
struct OwnMethodTests {
    private let create: CreateTrigger
    private let verify: VerifyTrigger
    private let log = LogRecorder().log

    init() throws {
        let clock = TestClock()
        let services = Services(
            settings: Settings(Environment([:])), transport: ScriptedTransport(clock: clock), aws: nil,
            now: { clock.now },
            pause: { _ in }, random: { [UInt8](repeating: 1, count: $0) })
        create = CreateTrigger(FlowMethods([(step: .captcha, method: CountingMethod())]), services)
        verify = VerifyTrigger(FlowMethods([(step: .captcha, method: CountingMethod())]), services)
    }

    private func challenge(_ rows: String = "") throws -> JSONValue {
        let event = EventBuilder.create.session(
            Rows.parse(rows).map {
                .init(
                    challengeName: $0.challengeName, challengeResult: $0.challengeResult,
                    challengeMetadata: "CAPTCHA word-36")
            })
        let reply = try create(try #require(event.invocation), log)
        return try #require(try JSONValue(parsing: reply.body)["response"])
    }

    private func isRight(_ answer: String, _ parameters: [String: String]) throws -> Bool? {
        let event = EventBuilder.create.source("VerifyAuthChallengeResponse_Authentication")
            .privateParameters(parameters).answer(answer)
        let reply = try verify(try #require(event.invocation), log)
        return try JSONValue(parsing: reply.body)["response"]?["answerCorrect"]?.bool
    }

    @Test("its name stands in parameters and metadata, and its note follows the name")
    func challengeCarriesNameAndNote() throws {
        let response = try challenge()
        #expect(response["challengeMetadata"]?.string == "CAPTCHA word-36 who=;flow=C")
        let shown = response["publicChallengeParameters"]?.members.map { "\($0.name)=\($0.value.string ?? "")" }
        #expect(shown == ["challenge=CAPTCHA", "hint=count"])
        let kept = response["privateChallengeParameters"]?.members.map { "\($0.name)=\($0.value.string ?? "")" }
        #expect(kept == ["expected=word-36-1", "flow=C", "round=1", "step=CAPTCHA"])
    }

    @Test("sees in a later round what it noted in an earlier one")
    func laterRoundSeesAnEarlierNote() throws {
        try expect(challenge("x")["privateChallengeParameters"]?["expected"]?.string, equals: "word-36-2")
    }

    @Test("judges only the answers of its own rounds")
    func judgesOnlyItsOwnRounds() throws {
        let parameters = ["expected": "word-36-1", "step": "CAPTCHA", "round": "1"]
        try expect(isRight("word-36-1", parameters), equals: true)
        try expect(isRight("word-36-2", parameters), equals: false)
        for other in ["RESULT_TOKEN", "captcha", ""] {
            try expect(isRight("word-36-1", parameters.merging(["step": other]) { $1 }), equals: false)
        }
    }

    @Test("no challenge is made once every step has been passed")
    func noChallengeAfterTheLastStep() {
        #expect(
            throws: FunctionError.hidden(
                .invalidEvent, "a challenge is asked for after every step has been passed")
        ) { try challenge("o") }
    }

    @Test("no challenge is made after rows that are not of the flow's steps")
    func noChallengeAfterForeignRows() {
        #expect(throws: FunctionError.hidden(.invalidEvent, "the session's steps are not in order")) {
            try create(try #require(EventBuilder.create.session(Rows.parse("x")).invocation), log)
        }
    }
}
