import Foundation
import JSON
import RuntimeAPIHost
import SandboxTestSupport
import Testing

@Suite("The Runtime API host")
struct RuntimeAPIServerTests {
    private static let arn = "arn:aws:lambda:eu-west-1:123456789012:function:Test"

    /// Runs a body with a host, and a client that plays the bootstrap.
    private func withHost(
        timeLimit: Duration = .seconds(20), _ body: (RuntimeAPIServer, LoopbackClient) async throws -> Void
    ) async throws {
        let host = RuntimeAPIServer(functionARN: Self.arn, timeLimit: timeLimit)
        let client = LoopbackClient(base: "http://\(try await host.start())/2018-06-01/runtime/")
        do { try await body(host, client) } catch {
            await host.stop()
            throw error
        }
        await host.stop()
    }

    private func requestID(_ answer: LoopbackClient.Answer) throws -> String {
        try #require(answer.headers["lambda-runtime-aws-request-id"])
    }

    @Test("an event reaches the process with Lambda's headers, and its reply the caller byte for byte")
    func reply() async throws {
        try await withHost { (host, client) async throws in
            async let result = host.invoke(Array(#"{"a":  1}"#.utf8))
            let event = try await client.get("invocation/next")
            #expect(event.status == 200)
            #expect(event.text == #"{"a":  1}"#)
            #expect(event.headers["content-type"] == "application/json")
            #expect(event.headers["lambda-runtime-invoked-function-arn"] == Self.arn)
            let deadline = try #require(Int64(event.headers["lambda-runtime-deadline-ms"] ?? ""))
            let left = Double(deadline) / 1000 - Date().timeIntervalSince1970
            #expect((1...20).contains(left))
            #expect(event.headers["lambda-runtime-trace-id"]?.hasPrefix("Root=1-") == true)
            #expect(event.headers["lambda-runtime-invocation-id"]?.isEmpty == false)
            let answer = try await client.post("invocation/\(requestID(event))/response", "{ \"b\" : 2 }")
            #expect(answer.status == 202)
            #expect(await result == .reply(Array("{ \"b\" : 2 }".utf8)))
        }
    }

    @Test("a process that waits for an event gets one that comes later")
    func waiting() async throws {
        try await withHost { (host, client) async throws in
            async let event = client.get("invocation/next")
            await host.waitUntilReady()
            async let result = host.invoke(Array("{}".utf8))
            _ = try await client.post("invocation/\(requestID(event))/response", "1")
            #expect(await result == .reply(Array("1".utf8)))
        }
    }

    @Test("events are handed out one after the other")
    func order() async throws {
        try await withHost { (host, client) async throws in
            async let first = host.invoke(Array("1".utf8))
            let one = try await client.get("invocation/next")
            async let second = host.invoke(Array("2".utf8))
            _ = try await client.post("invocation/\(requestID(one))/response", one.text)
            let two = try await client.get("invocation/next")
            _ = try await client.post("invocation/\(requestID(two))/response", two.text)
            #expect(await [first, second] == [.reply(Array("1".utf8)), .reply(Array("2".utf8))])
            #expect(try requestID(one) != requestID(two))
        }
    }

    @Test("asked again before the answer, the host hands the same event out again")
    func redelivery() async throws {
        try await withHost { (host, client) async throws in
            async let result = host.invoke(Array("{}".utf8))
            let first = try await client.get("invocation/next")
            let second = try await client.get("invocation/next")
            #expect(try requestID(first) == requestID(second))
            _ = try await client.post("invocation/\(requestID(second))/response", "1")
            #expect(await result == .reply(Array("1".utf8)))
        }
    }

    @Test(
        "a function error has the type of the header, or else of the body",
        arguments: [("Function.InvalidEvent", "Function.InvalidEvent"), (nil, "Function.Other")])
    func functionError(header: String?, type: String) async throws {
        try await withHost { (host, client) async throws in
            async let result = host.invoke(Array("{}".utf8))
            let event = try await client.get("invocation/next")
            let answer = try await client.post(
                "invocation/\(requestID(event))/error",
                #"{"errorMessage":"not possible","errorType":"Function.Other","stackTrace":[]}"#,
                headers: header.map { ["Lambda-Runtime-Function-Error-Type": $0] } ?? [:])
            #expect(answer.status == 202)
            #expect(await result == .functionError(FunctionFailure(type: type, message: "not possible")))
        }
    }

    @Test("a process that reports it cannot start ends every invocation with its report")
    func initError() async throws {
        try await withHost { (host, client) async throws in
            async let waiting = host.invoke(Array("{}".utf8))
            let answer = try await client.post(
                "init/error", #"{"errorMessage":"MAX_ATTEMPTS must be","errorType":"Runtime.ConfigInvalid"}"#)
            #expect(answer.status == 202)
            await host.processDidExit(.status(1))
            let failure = FunctionFailure(type: "Runtime.ConfigInvalid", message: "MAX_ATTEMPTS must be")
            #expect(await waiting == .initError(failure))
            #expect(await host.invoke(Array("{}".utf8)) == .initError(failure))
        }
    }

    @Test("once a process has asked for an event it cannot fail to start")
    func lateInitError() async throws {
        try await withHost { (host, client) async throws in
            async let result = host.invoke(Array("{}".utf8))
            let event = try await client.get("invocation/next")
            #expect(try await client.post("init/error", "{}").status == 403)
            _ = try await client.post("invocation/\(requestID(event))/response", "1")
            #expect(await result == .reply(Array("1".utf8)))
        }
    }

    @Test("an invocation ends with the time limit, and an answer after that is refused with 410")
    func timeout() async throws {
        try await withHost(timeLimit: .milliseconds(200)) { (host, client) async throws in
            async let asked = client.get("invocation/next")
            await host.waitUntilReady()
            async let result = host.invoke(Array("{}".utf8))
            let event = try await asked
            #expect(await result == .timeout)
            let answer = try await client.post("invocation/\(requestID(event))/response", "1")
            #expect(answer.status == 410)
            #expect(answer.json?["errorType"]?.string == "InvokeTimeout")
        }
    }

    @Test("a process that never asks for an event is not waited for longer than the limit")
    func neverReady() async throws {
        try await withHost { (host, _) async throws in
            let before = ContinuousClock.now
            await host.waitUntilReady(atMost: .milliseconds(50))
            #expect(ContinuousClock.now - before >= .milliseconds(50))
        }
    }

    @Test("the time limit holds for an event that nobody asks for")
    func timeoutUnasked() async throws {
        try await withHost(timeLimit: .milliseconds(100)) { (host, _) async throws in
            #expect(await host.invoke(Array("{}".utf8)) == .timeout)
        }
    }

    @Test("the end of the process ends invocations that wait and those to come", arguments: [true, false])
    func exit(afterNext: Bool) async throws {
        try await withHost { (host, client) async throws in
            async let result = host.invoke(Array("{}".utf8))
            if afterNext { _ = try await client.get("invocation/next") }
            await host.processDidExit(.signal(SIGSEGV))
            #expect(await result == .exit(.signal(SIGSEGV)))
            #expect(await host.invoke(Array("{}".utf8)) == .exit(.signal(SIGSEGV)))
            #expect(try await client.get("invocation/next").status == 500)
        }
    }

    @Test("an answer to no invocation, to one answered before or of another attempt is refused with 400")
    func wrongAnswer() async throws {
        try await withHost { (host, client) async throws in
            async let result = host.invoke(Array("{}".utf8))
            let id = try requestID(await client.get("invocation/next"))
            #expect(try await client.post("invocation/other/response", "1").status == 400)
            let attempt = ["Lambda-Runtime-Invocation-Id": "another attempt"]
            #expect(try await client.post("invocation/\(id)/response", "1", headers: attempt).status == 400)
            #expect(try await client.post("invocation/\(id)/response", "1").status == 202)
            #expect(try await client.post("invocation/\(id)/response", "2").status == 400)
            #expect(await result == .reply(Array("1".utf8)))
        }
    }

    @Test("the largest reply is taken, a larger one refused with 413 and reported to the caller")
    func largeReply() async throws {
        try await withHost { (host, client) async throws in
            for count in [6_291_556, 6_291_557] {
                async let result = host.invoke(Array("{}".utf8))
                let id = try requestID(await client.get("invocation/next"))
                let body = String(repeating: "x", count: count)
                let answer = try await client.post("invocation/\(id)/response", body)
                guard count > 6_291_556 else {
                    #expect(answer.status == 202)
                    #expect(await result == .reply(Array(body.utf8)))
                    continue
                }
                #expect(answer.status == 413)
                guard case .functionError(let failure) = await result else {
                    Issue.record("the caller was told nothing")
                    continue
                }
                #expect(failure.type == "Function.ResponseSizeTooLarge")
            }
        }
    }

    @Test("other paths are not found", arguments: ["invocation", "invocation/next/more", "restore/next"])
    func unknownPath(path: String) async throws {
        try await withHost { (_, client) async throws in #expect(try await client.get(path).status == 404) }
    }
}
