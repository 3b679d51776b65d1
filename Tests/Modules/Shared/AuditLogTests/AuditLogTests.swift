import AuditLog
import LambdaRuntime
import TestSupport
import Testing
import TriggerTestSupport

@Suite("The audit log's lines")
struct AuditLogTests {
    static let line = AuditLine(
        .answerWrong, reason: "expired", who: "digest", subject: "sub", clientID: "client", method: "PASSKEY",
        assurance: "aal2", round: 2)

    /// The lines that a handler's reply adds to the log.
    private static func written(_ lines: [AuditLine], _ detail: AuditDetail) throws -> [String] {
        let event = try #require(EventBuilder.define.invocation)
        let handler = detail.recording { (_, _) throws(FunctionError) in Reply([], outcome: "done", audit: lines) }
        return try handler(event, LogRecorder().log).records.compactMap { record in
            record.line(trigger: "Verify", requestID: "r-1", time: 1_790_000_000_123)
                .map { String(decoding: $0, as: UTF8.self) }
        }
    }

    @Test(
        "hold what is known, and the user's sub only if asked for",
        arguments: [(AuditDetail.digest, ""), (.subject, #""sub":"sub","#)])
    func lineHoldsWhatIsKnown(detail: AuditDetail, sub: String) throws {
        try expect(
            Self.written([Self.line], detail),
            equals: [
                #"{"audit":"answer_wrong","time":"2026-09-21T14:13:20.123Z","trigger":"Verify","#
                    + #""reason":"expired","who":"digest",\#(sub)"client":"client","method":"PASSKEY","#
                    + #""assurance":"aal2","round":2,"requestId":"r-1"}"# + "\n"
            ])
    }

    @Test("leave out what is not known")
    func unknownPartsAreLeftOut() throws {
        try expect(
            Self.written([AuditLine(.tokensIssued)], .subject),
            equals: [
                #"{"audit":"tokens_issued","time":"2026-09-21T14:13:20.123Z","trigger":"Verify","#
                    + #""requestId":"r-1"}"# + "\n"
            ])
    }

    @Test("are not written where the audit log is off")
    func nothingIsWritten() throws {
        try expect(Self.written([Self.line], .off), equals: [])
    }
}
