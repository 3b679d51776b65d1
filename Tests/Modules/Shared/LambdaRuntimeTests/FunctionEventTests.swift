import JSON
import TestSupport
import Testing

/// The real DefineAuthChallenge with events of every kind.
@Suite("Events of a function process")
struct FunctionEventTests {
    @Test("events up to Lambda's limit are answered", arguments: [1_000, 200_000, 5_900_000, 6_291_556])
    func largeEventsAreAnswered(size: Int) async throws {
        let body = SampleEvent.define(size: size)
        #expect(body.count == size)
        let run = try await onThread {
            try FunctionRun.run(RuntimeAPIService([.init("r-1", body: body), .init("r-2"), .init("r-3", body: body)]))
        }
        #expect(run.exit == .status(0))
        #expect(
            run.answers.map(\.target) == (1...3).map { "/2018-06-01/runtime/invocation/r-\($0)/response" })
        #expect(run.answers.allSatisfy { $0.header("Expect") == nil && $0.header("Transfer-Encoding") == nil })
        #expect(Set(run.requests.map(\.connection)) == [1])
    }

    @Test(
        "an event that is not a trigger's JSON object fails alone, and nothing of it is told",
        arguments: [
            "", "private-word", "{\"private-word\":", "[\"private-word\"]", "null", "{}", "{\"a\":\"private-word\",}",
            "{\"private-word\":1,\"private-word\":2}", "\u{0}", "{\"triggerSource\":\"private-word\"}",
        ])
    func unusableEventFailsAlone(text: String) async throws {
        let run = try await onThread {
            try FunctionRun.run(
                RuntimeAPIService([.init("r-1"), .init("r-2", body: Array(text.utf8)), .init("r-3")]))
        }
        #expect(run.exit == .status(0))
        #expect(
            run.answers.map { $0.target.split(separator: "/").suffix(2).joined(separator: "/") }
                == ["r-1/response", "r-2/error", "r-3/response"])
        let failure = try #require(run.answers.dropFirst().first)
        let type = try #require(failure.header("Lambda-Runtime-Function-Error-Type"))
        #expect(type.wholeMatch(of: /Function\.[A-Z][A-Za-z]+/) != nil)
        #expect(failure.headers("Content-Type") == ["application/json"])
        let body = try JSONValue(parsing: failure.body)
        #expect(body["errorType"]?.string == type)
        #expect(body["errorMessage"]?.string?.isEmpty == false)
        #expect(run.output.count { $0.hasPrefix("ERROR r-2 ") } == 1)
        #expect(run.outcomes[1] == "error")
        #expect(!(run.output.joined() + String(decoding: failure.body, as: UTF8.self)).contains("private"))
    }

    @Test("requests are what the Runtime API asks for, all over one connection")
    func requestsUseOneConnection() async throws {
        let run = try await onThread {
            try FunctionRun.run(RuntimeAPIService([.init("r-1"), .init("r-2", body: []), .init("r-3")]))
        }
        #expect(Set(run.requests.map(\.connection)) == [1])
        #expect(run.requests.map(\.method) == ["GET", "POST", "GET", "POST", "GET", "POST", "GET"])
        for request in run.requests {
            #expect(request.header("User-Agent")?.hasPrefix("cognito-passkeys/") == true)
            #expect(request.header("Authorization") == nil)
        }
        for answer in run.answers {
            #expect(answer.headers("Content-Type") == ["application/json"])
            #expect(answer.headers("Content-Length") == [String(answer.body.count)])
        }
        #expect(run.answers.map { $0.header("Lambda-Runtime-Function-Error-Type") != nil } == [false, true, false])
    }
}
