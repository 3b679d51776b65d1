import LambdaRuntime
import Testing

@Suite("The audit log's lines")
struct AuditTests {
    static let line = AuditLine(
        .answerWrong, reason: "expired", who: "digest", subject: "sub", clientID: "client", method: "PASSKEY",
        assurance: "aal2", round: 2)

    @Test(
        "hold what is known, and the user's sub only if asked for",
        arguments: [(AuditDetail.digest, ""), (.subject, #""sub":"sub","#)])
    func lineHoldsWhatIsKnown(detail: AuditDetail, sub: String) {
        let bytes = Self.line.bytes(trigger: "Verify", requestID: "r-1", time: 1_790_000_000_123, detail: detail)
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == #"{"audit":"answer_wrong","time":"2026-09-21T14:13:20.123Z","trigger":"Verify","#
                + #""reason":"expired","who":"digest",\#(sub)"client":"client","method":"PASSKEY","assurance":"aal2","#
                + #""round":2,"requestId":"r-1"}"# + "\n")
    }

    @Test("leave out what is not known")
    func unknownPartsAreLeftOut() {
        let bytes = AuditLine(.tokensIssued).bytes(trigger: "Define", requestID: "r", time: 0, detail: .subject)
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == #"{"audit":"tokens_issued","time":"1970-01-01T00:00:00.000Z","trigger":"Define","requestId":"r"}"#
                + "\n")
    }

    /// The marks of the audit lines that a loop writes, and how many requests came before each.
    private static func written(_ detail: AuditDetail, answer status: Int = 202) -> [String] {
        let transport = FakeTransport([.event("r-1"), .status(status)])
        let sink = LogSink()
        var loop = RuntimeLoop(
            api: RuntimeAPI(endpoint: "host:1", transport: transport), trigger: "Test", log: sink.log(), audit: detail,
            pause: { _ in })
        _ = loop.run { (_, _) throws(FunctionError) in
            Reply(Array("{}".utf8), outcome: "done", audit: [Self.line, AuditLine(.tokensIssued)])
        }
        return sink.writes.filter { $0.hasPrefix(#"{"audit":"#) }
    }

    @Test("are written one by one, with the request's id, whatever the log's level", arguments: [202, 413])
    func linesAreWritten(status: Int) {
        let lines = Self.written(.digest, answer: status)
        #expect(lines.count == 2)
        #expect(lines.allSatisfy { $0.hasSuffix("\"requestId\":\"r-1\"}\n") && $0.contains(#""trigger":"Test""#) })
    }

    @Test("are not written where the audit log is off, or where an answer could not be handed in")
    func nothingIsWritten() {
        #expect(Self.written(.off) == [])
        #expect(Self.written(.subject, answer: 500) == [])
    }
}
