import JSON
import Sandbox
import SandboxTestSupport
import Testing

@Suite("The sandbox's audit log")
struct AuditLogTests {
    private static func line(_ number: Int, who: String = "a") -> String {
        #"{"audit":"answer_wrong","reason":"expired","who":"\#(who)","requestId":"r-\#(number)"}"#
    }

    @Test(
        "takes no other lines of a function's log",
        arguments: [
            "", "audit", "[]", #"{"audit":"#, #"{"level":"INFO","message":"audit"}"#, #"{"audit":1,"requestId":"r"}"#,
            #"{"audit":"answer_right"}"#, #"ERROR {"audit":"answer_right","requestId":"r"}"#,
        ])
    func takesNoOtherLines(line: String) {
        let timeline = Timeline()
        let log = AuditLog(timeline)
        log.take(line)
        #expect(log.lines().isEmpty)
        #expect(timeline.last == 0)
    }

    @Test("finds the lines of users by their digests, in order")
    func findsLinesByDigest() {
        let log = AuditLog(Timeline())
        for (number, who) in ["a", "b", "c", "a"].enumerated() { log.take(Self.line(number, who: who)) }
        func numbers(_ digests: Set<String>?) -> [String?] { log.lines(of: digests).map { $0["requestId"]?.string } }
        #expect(numbers(["a", "c"]) == ["r-0", "r-2", "r-3"])
        #expect(numbers(["d"]) == [])
        #expect(numbers(nil).count == 4)
    }

    @Test("keeps a bounded number of lines, the newest")
    func keepsTheNewestLines() {
        let log = AuditLog(Timeline())
        for number in 0...AuditLog.capacity { log.take(Self.line(number)) }
        #expect(log.lines().count == AuditLog.capacity)
        #expect(log.lines().first?["requestId"]?.string == "r-1")
    }
}
