import AuditLog
import CognitoTriggers
import LambdaRuntime
import SignInRules
import TestSupport
import Testing
import TriggerTestSupport

@Suite("Define and rounds of another flow")
struct OtherFlowTests {
    /// Every flow of the template.
    static let flows = [
        "RESULT_TOKEN", "EMAIL_OTP", "CAPTCHA,RESULT_TOKEN", "CAPTCHA,EMAIL_OTP", "PASSWORD,RESULT_TOKEN",
        "PASSWORD,EMAIL_OTP", "PASSWORD,CAPTCHA,RESULT_TOKEN", "PASSWORD,CAPTCHA,EMAIL_OTP", "EMAIL_OTP,RESULT_TOKEN",
    ].map { text in
        let names = text.split(separator: ",").map(String.init)
        let hasPassword = names[0] == "PASSWORD"
        let steps = names.dropFirst(hasPassword ? 1 : 0).compactMap(FlowStep.init(rawValue:))
        return SignInFlow(beginsWithPassword: hasPassword, steps: steps)
    }

    /// The rows of a session that passed every step of a flow.
    private static func rows(of flow: SignInFlow, notedAs made: FlowCode?) -> [ChallengeResult] {
        (flow.beginsWithPassword ? Rows.parse("SP") : [])
            + flow.steps.map { step in
                ChallengeResult(
                    challengeName: ChallengeResult.customChallenge, challengeResult: true,
                    challengeMetadata: RoundNote(step: step, words: nil, who: nil, flow: made).text)
            }
    }

    private static func decide(_ flow: SignInFlow, _ rows: [ChallengeResult]) -> SessionRules.Decision {
        SessionRules(flow: flow).decide(rows.map(SessionRow.init), user: TriggerUser(.init(sub: SampleUser.sub)))
    }

    @Test("a session with every step of its own flow earns tokens", arguments: flows)
    func ownFlow(flow: SignInFlow) {
        #expect(Self.decide(flow, Self.rows(of: flow, notedAs: flow.code)) == .issueTokens)
        // A note need not name its flow.
        #expect(Self.decide(flow, Self.rows(of: flow, notedAs: nil)) == .issueTokens)
    }

    @Test("no session of another flow earns tokens, whichever steps were added, removed or replaced", arguments: flows)
    func otherFlow(own: SignInFlow) {
        for made in Self.flows where made != own {
            let honest = Self.rows(of: made, notedAs: made.code)
            // Whatever the session was at the start, and from whichever row on the other Define decides.
            for count in 1...honest.count {
                let decision = Self.decide(own, Array(honest.prefix(count)))
                if count > (made.beginsWithPassword ? 2 : 0) {
                    #expect(decision != .issueTokens && decision != .challenge, "\(made.code) under \(own.code)")
                }
            }
            // A Create of the other flow made the rounds, and the session has all that Define's own flow asks for.
            #expect(Self.decide(own, Self.rows(of: own, notedAs: made.code)) == .fail(.otherFlow))
        }
    }

    @Test("a session earns no tokens for one round of another flow among its own", arguments: [0, 1])
    func mixedRounds(other: Int) {
        let flow = SignInFlow(steps: [.captcha, .resultToken])
        var rows = Self.rows(of: flow, notedAs: flow.code)
        rows[other] = Self.rows(of: flow, notedAs: FlowCode(rawValue: "P-C-RT"))[other]
        #expect(Self.decide(flow, rows) == .fail(.otherFlow))
    }

    @Test("the log has one line that says which function has which flow, and the metrics have the reason")
    func logNamesBothFlows() throws {
        let settings = Settings(Environment(["SIGN_IN_FLOW": "CAPTCHA,RESULT_TOKEN"]))
        let recorder = LogRecorder()
        let note = "RESULT_TOKEN who=abc;flow=P-RT"
        let row = ChallengeResult(
            challengeName: ChallengeResult.customChallenge, challengeResult: true, challengeMetadata: note)
        let event = try #require(EventBuilder.define.session([row, row]).invocation)
        let reply = try DefineTrigger(settings)(event, recorder.log)
        #expect(reply.outcome == "other_flow")
        #expect(reply.audit.map(\.reason) == ["other_flow"])
        #expect(reply.audit.map(\.who) == ["abc"])
        try expect(DefineReply.decision(reply), equals: "other_flow")
        let said =
            "the functions have different flows: CreateAuthChallenge made this round with "
            + "SIGN_IN_FLOW=PASSWORD,RESULT_TOKEN, DefineAuthChallenge has SIGN_IN_FLOW=CAPTCHA,RESULT_TOKEN"
        #expect(recorder.lines == ["ERROR sign-in failed: other_flow", "ERROR \(said)"])
    }

    @Test("the first round of another flow is named, also after rounds of its own")
    func firstDifferenceIsNamed() {
        let (own, other) = (Self.flows[2], Self.flows[3])
        let rows = Self.rows(of: own, notedAs: own.code) + Self.rows(of: own, notedAs: other.code)
        let text = own.difference(from: rows.map(SessionRow.init), in: "DefineAuthChallenge")
        #expect(text?.contains("SIGN_IN_FLOW=\(other.code)") == true)
        let honest = Self.rows(of: own, notedAs: own.code).map(SessionRow.init)
        #expect(own.difference(from: honest, in: "DefineAuthChallenge") == nil)
    }

    @Test("a sign-in that fails for another reason says nothing about flows")
    func otherFailures() throws {
        let recorder = LogRecorder()
        let event = try #require(EventBuilder.define.session(Rows.parse("xxx")).invocation)
        try expect(DefineTrigger(Settings(Environment([:])))(event, recorder.log).outcome, equals: "too_many_attempts")
        #expect(!recorder.lines.contains { $0.contains("flow") })
    }
}

@Suite("Create's note on a round")
struct RoundNoteTests {
    private static func note(_ step: FlowStep?, _ words: String?, who: String?, flow: String?) -> RoundNote {
        RoundNote(step: step, words: words, who: who, flow: flow.map { FlowCode(rawValue: $0) })
    }

    @Test(
        "is read as it was written",
        arguments: [
            ("CAPTCHA who=;flow=C-RT", note(.captcha, nil, who: nil, flow: "C-RT")),
            ("CAPTCHA who=abc;flow=C-RT", note(.captcha, nil, who: "abc", flow: "C-RT")),
            ("EMAIL_OTP 1  3 4 who=a-_c;flow=P-EO", note(.emailOTP, "1  3 4", who: "a-_c", flow: "P-EO")),
            ("EMAIL_OTP who=a;flow=X who=b;flow=EO", note(.emailOTP, "who=a;flow=X", who: "b", flow: "EO")),
            // Without an audit log, or without a flow.
            ("CAPTCHA", note(.captcha, nil, who: nil, flow: nil)),
            ("CAPTCHA who=abc", note(.captcha, nil, who: "abc", flow: nil)),
            ("EMAIL_OTP 1 2 3 4", note(.emailOTP, "1 2 3 4", who: nil, flow: nil)),
            ("EMAIL_OTP 1  3 4 who=abc", note(.emailOTP, "1  3 4", who: "abc", flow: nil)),
            ("EMAIL_OTP who=a who=b", note(.emailOTP, "who=a", who: "b", flow: nil)),
            ("", note(nil, nil, who: nil, flow: nil)),
        ])
    func notes(text: String, note: RoundNote) {
        #expect(RoundNote(text) == note)
        #expect(note.text == text)
    }

    @Test(
        "is read with other marks, and names no flow anywhere else",
        arguments: [
            ("CAPTCHA who=abc;flow=C-RT;later=1", note(.captcha, nil, who: "abc", flow: "C-RT")),
            ("CAPTCHA who=abc;later=1;;flow=C-RT", note(.captcha, nil, who: "abc", flow: "C-RT")),
            ("CAPTCHA who=;later=flow=EO", note(.captcha, nil, who: nil, flow: nil)),
            ("CAPTCHA ;flow=EO", note(.captcha, ";flow=EO", who: nil, flow: nil)),
            ("CAPTCHA word;flow=EO", note(.captcha, "word;flow=EO", who: nil, flow: nil)),
            ("CAPTCHA flow=EO", note(.captcha, "flow=EO", who: nil, flow: nil)),
            ("CAPTCHA who=abc;flow=EO ", note(.captcha, "who=abc;flow=EO ", who: nil, flow: nil)),
            ("who=abc;flow=EO", note(nil, nil, who: nil, flow: nil)),
            ("SMS who=abc;flow=EO", note(nil, nil, who: "abc", flow: "EO")),
            // An empty name is no flow's, so it is not as if there were none.
            ("CAPTCHA who=abc;flow=", note(.captcha, nil, who: "abc", flow: "")),
        ])
    func marks(text: String, note: RoundNote) { #expect(RoundNote(text) == note) }
}
