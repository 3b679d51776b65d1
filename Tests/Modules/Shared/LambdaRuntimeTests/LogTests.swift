import Foundation
import JSON
import LambdaRuntime
import TestSupport
import Testing

@Suite("The log")
struct LogTests {
    @Test("a text line has its level, its request if there is one, and its message, in one write")
    func textLineIsOneWrite() {
        let sink = LogSink()
        var log = sink.log()
        log(.info, "starts")
        log.requestID = "r-1"
        log(.error, "fails")
        #expect(sink.writes == ["INFO starts\n", "ERROR r-1 fails\n"])
    }

    @Test(
        "no message starts a line of its own or carries a control character",
        arguments: ["a\nFATAL b", "a\r\nFATAL b", "a\rFATAL b", "a\u{1B}FATAL b", "a\0FATAL b"])
    func messageStaysOnOneLine(message: String) throws {
        let sink = LogSink()
        sink.log()(.info, message)
        sink.log(["AWS_LAMBDA_LOG_FORMAT": "JSON"])(.info, message)
        for line in sink.writes {
            #expect(line.utf8.dropLast().allSatisfy { $0 >= 0x20 })
            #expect(line.utf8.last == 0x0A)
        }
        #expect(sink.writes.first?.hasPrefix("INFO a ") == true)
        try expect(JSONValue(parsing: Array(#require(sink.writes.last).utf8))["message"]?.string, equals: message)
    }

    @Test("a JSON line has the members that Lambda filters by", arguments: ["JSON", "json", "Json"])
    func jsonLineHasLambdasMembers(format: String) throws {
        let sink = LogSink()
        var log = sink.log(["AWS_LAMBDA_LOG_FORMAT": format])
        log.requestID = "r-1"
        log(.warn, "a \"b\" é")
        log.requestID = nil
        log(.info, "c")
        let lines = try sink.writes.map { try JSONValue(parsing: Array($0.utf8)) }
        try #require(lines.count == 2)
        #expect(lines[0].members.map(\.name) == ["timestamp", "level", "requestId", "message"])
        #expect(lines[0]["level"]?.string == "WARN")
        #expect(lines[0]["requestId"]?.string == "r-1")
        #expect(lines[0]["message"]?.string == "a \"b\" é")
        let timestamp = try #require(lines[0]["timestamp"]?.string)
        #expect(timestamp.wholeMatch(of: /20\d\d-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-5]\d\.\d{3}Z/) != nil)
        #expect(lines[1].members.map(\.name) == ["timestamp", "level", "message"])
    }

    @Test(
        "only lines of the configured level and above are written",
        arguments: [
            (nil, [.info, .warn, .error, .fatal]), ("", [.info, .warn, .error, .fatal]),
            ("nonsense", [.info, .warn, .error, .fatal]), ("TRACE", Log.Level.allCases),
            ("DEBUG", [.debug, .info, .warn, .error, .fatal]), ("INFO", [.info, .warn, .error, .fatal]),
            ("warn", [.warn, .error, .fatal]), ("ERROR", [.error, .fatal]), ("FATAL", [.fatal]),
        ] as [(String?, [Log.Level])])
    func onlyConfiguredLevelsAreWritten(configured: String?, written: [Log.Level]) {
        let sink = LogSink()
        let log = sink.log(configured.map { ["AWS_LAMBDA_LOG_LEVEL": $0] } ?? [:])
        for level in Log.Level.allCases { log(level, "m") }
        #expect(sink.writes == written.map { "\($0.rawValue) m\n" })
    }

    @Test("the message of a line that is not written is not computed")
    func unwrittenMessageIsNotComputed() {
        let log = LogSink().log()
        log(.debug, { fatalError("made in vain") }())
    }
}

extension LogTests {
    @Test("lines go to standard output, and are lost without an error once that is closed")
    func linesGoToStandardOutput() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            let log = Log(environment: Environment([:]))
            log(.info, "first")
            close(1)
            log(.info, "lost")
        }
        let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
        #expect(output.contains("INFO first\n") && !output.contains("lost"))
    }
}

@Suite("The clock")
struct ClockTests {
    @Test("waits for as long as it is told, and not at all for nothing", arguments: [20, 1, 0, -5] as [Int64])
    func waits(milliseconds: Int64) {
        let start = Clock.now()
        Clock.sleep(milliseconds: milliseconds)
        #expect(Clock.now() - start >= milliseconds)
    }
}

@Suite("Environment variables")
struct EnvironmentTests {
    @Test("a variable that is unset or empty has no value, any other has its own")
    func emptyVariableHasNoValue() {
        let environment = Environment(["A": "1", "EMPTY": "", "SPACE": " "])
        #expect(environment["A"] == "1")
        #expect(environment["SPACE"] == " ")
        #expect(environment["EMPTY"] == nil)
        #expect(environment["B"] == nil)
        #expect(environment["a"] == nil)
    }

    @Test("the process's variables are read")
    func processVariablesAreRead() {
        #expect(Environment.process["PATH"]?.isEmpty == false)
        #expect(Environment.process["COGNITO_PASSKEYS_NOT_SET"] == nil)
    }
}

@Suite("Function errors")
struct FunctionErrorTests {
    @Test("every kind is an error type that Lambda keeps", arguments: FunctionError.Kind.allCases)
    func kindIsAnErrorTypeOfLambda(kind: FunctionError.Kind) {
        #expect(kind.rawValue.wholeMatch(of: /(Runtime|Function)\.[A-Z][A-Za-z]+/) != nil)
    }

    @Test("a configuration fault names its variable to everybody, and the problem only to the log")
    func configurationFaultNamesItsVariable() {
        let error = FunctionError.configuration("MAX_ATTEMPTS", "must be a number")
        #expect(error.kind == .configuration)
        #expect(error.message == "MAX_ATTEMPTS is not set correctly")
        #expect(error.detail == "MAX_ATTEMPTS must be a number")
    }
}
