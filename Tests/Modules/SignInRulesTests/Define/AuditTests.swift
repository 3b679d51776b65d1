import CognitoTriggers
import LambdaRuntime
import SignInRules
import Testing
import TriggerTestSupport

@Suite("The audit log of Define")
struct AuditTests {
    static func row(_ isRight: Bool, _ note: String?, _ name: String = "CUSTOM_CHALLENGE") -> ChallengeResult {
        ChallengeResult(challengeName: name, challengeResult: isRight, challengeMetadata: note)
    }

    static func audit(_ rows: [ChallengeResult], _ event: EventBuilder = .define) throws -> [AuditLine] {
        let trigger = try DefineTrigger(Settings(Environment([:])))
        return try trigger(#require(event.session(rows).invocation), LogRecorder().log).audit
    }

    @Test("says that tokens are issued, to whom Create's note says")
    func tokensAreRecorded() throws {
        let rows = [Self.row(false, "RESULT_TOKEN who=abc"), Self.row(true, "RESULT_TOKEN who=abc")]
        #expect(
            try Self.audit(rows) == [
                AuditLine(
                    .tokensIssued, who: "abc", subject: SampleUser.sub, clientID: SampleUser.clientID,
                    method: "RESULT_TOKEN", round: 2)
            ])
    }

    @Test("says why a sign-in is over")
    func refusalsAreRecorded() throws {
        let rows = Array(repeating: Self.row(false, "RESULT_TOKEN who=abc"), count: 3)
        #expect(
            try Self.audit(rows) == [
                AuditLine(
                    .signInRefused, reason: "too_many_attempts", who: "abc", subject: SampleUser.sub,
                    clientID: SampleUser.clientID, method: "RESULT_TOKEN", round: 3)
            ])
    }

    @Test("names nobody where nobody is known")
    func nobodyIsNamed() throws {
        let start = try Self.audit([Self.row(true, nil, "SRP_A")], .define.client("another"))
        #expect(
            start == [
                AuditLine(
                    .signInRefused, reason: "srp_start", subject: SampleUser.sub, clientID: "another")
            ])
        let unknown = try Self.audit([Self.row(true, "RESULT_TOKEN who=abc")], .define.unknownUser())
        #expect(unknown.map(\.subject) == [nil])
        #expect(unknown.map(\.reason) == ["unknown_user"])
    }

    @Test("has no line while a sign-in goes on", arguments: ["", "x", "xx"])
    func nothingWhileItGoesOn(rows: String) throws {
        #expect(try Self.audit(Rows.parse(rows)) == [])
    }
}
