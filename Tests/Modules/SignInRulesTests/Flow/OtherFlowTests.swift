import CognitoTriggers
import LambdaRuntime
import SignInRules
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
        return SignInFlow(beginsWithPassword: hasPassword, steps: Array(names.dropFirst(hasPassword ? 1 : 0)))
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
        SessionRules(flow: flow).decide(rows, user: TriggerUser(sub: SampleUser.sub, email: nil))
    }

    @Test("a session with every step of its own flow earns tokens", arguments: flows)
    func ownFlow(flow: SignInFlow) {
        #expect(Self.decide(flow, Self.rows(of: flow, notedAs: flow.code)) == .issueTokens)
        // As the version before noted it.
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
        let flow = SignInFlow(steps: ["CAPTCHA", "RESULT_TOKEN"])
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
        #expect(try DefineReply.decision(reply) == "other_flow")
        let warning =
            "the functions have different flows: CreateAuthChallenge made this round with "
            + "SIGN_IN_FLOW=PASSWORD,RESULT_TOKEN, DefineAuthChallenge has SIGN_IN_FLOW=CAPTCHA,RESULT_TOKEN"
        #expect(recorder.lines.filter { $0.contains("WARN") }.count == 1)
        #expect(recorder.lines.contains { $0.contains(warning) }, "\(recorder.lines)")
    }

    @Test("a sign-in that fails for another reason says nothing about flows")
    func otherFailures() throws {
        let recorder = LogRecorder()
        let event = try #require(EventBuilder.define.session(Rows.parse("xxx")).invocation)
        #expect(try DefineTrigger(Settings(Environment([:])))(event, recorder.log).outcome == "too_many_attempts")
        #expect(!recorder.lines.contains { $0.contains("flow") })
    }
}
