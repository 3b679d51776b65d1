import Foundation
import JSON
import RuntimeAPIHost
import SandboxTestSupport
import TestSupport
import Testing

@Suite("The Runtime API server")
struct RuntimeAPIServerTests {
    private static let arn = "arn:aws:lambda:eu-west-1:123456789012:function:Test"

    /// Runs a body with a server, and with a client that acts as the bootstrap.
    private func withServer(
        timeLimit: Duration = .seconds(20), _ body: (RuntimeAPIServer, LoopbackClient) async throws -> Void
    ) async throws {
        let server = RuntimeAPIServer(functionARN: Self.arn, timeLimit: timeLimit)
        let client = LoopbackClient(base: "http://\(try await server.start())/2018-06-01/runtime/")
        do { try await body(server, client) } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    private func requestID(_ answer: LoopbackClient.Answer) throws -> String {
        try #require(answer.headers["lambda-runtime-aws-request-id"])
    }

    @Test("an event reaches the process with Lambda's headers, and the reply reaches the caller unchanged")
    func replyReachesTheCaller() async throws {
        try await withServer { (server, client) async throws in
            async let result = server.invoke(Array(#"{"a":  1}"#.utf8))
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
            await expect(result, equals: .reply(Array("{ \"b\" : 2 }".utf8)))
        }
    }

    @Test("an invocation has the id that its caller chose")
    func invocationHasTheCallersID() async throws {
        try await withServer { (server, client) async throws in
            async let result = server.invoke(Array("{}".utf8), requestID: "own-id")
            try await expect(requestID(client.get("invocation/next")), equals: "own-id")
            _ = try await client.post("invocation/own-id/response", "1")
            await expect(result, equals: .reply(Array("1".utf8)))
        }
    }

    @Test("a process that waits for an event gets one that comes later")
    func waitingProcessGetsALaterEvent() async throws {
        try await withServer { (server, client) async throws in
            async let event = client.get("invocation/next")
            await server.waitUntilReady()
            async let result = server.invoke(Array("{}".utf8))
            _ = try await client.post("invocation/\(requestID(event))/response", "1")
            await expect(result, equals: .reply(Array("1".utf8)))
        }
    }

    @Test("events are handed out one after the other")
    func eventsAreHandedOutInOrder() async throws {
        try await withServer { (server, client) async throws in
            async let first = server.invoke(Array("1".utf8))
            let one = try await client.get("invocation/next")
            async let second = server.invoke(Array("2".utf8))
            _ = try await client.post("invocation/\(requestID(one))/response", one.text)
            let two = try await client.get("invocation/next")
            _ = try await client.post("invocation/\(requestID(two))/response", two.text)
            await expect([first, second], equals: [.reply(Array("1".utf8)), .reply(Array("2".utf8))])
            let ids = try [requestID(one), requestID(two)]
            #expect(ids[0] != ids[1])
        }
    }

    @Test("a process that asks again before it answers gets the same event again")
    func eventIsHandedOutAgain() async throws {
        try await withServer { (server, client) async throws in
            async let result = server.invoke(Array("{}".utf8))
            let first = try await client.get("invocation/next")
            let second = try await client.get("invocation/next")
            try expect(requestID(first), equals: requestID(second))
            _ = try await client.post("invocation/\(requestID(second))/response", "1")
            await expect(result, equals: .reply(Array("1".utf8)))
        }
    }

    @Test(
        "a function error has the type in the header, or otherwise the type in the body",
        arguments: [("Function.InvalidEvent", "Function.InvalidEvent"), (nil, "Function.Other")])
    func functionErrorReachesTheCaller(header: String?, type: String) async throws {
        try await withServer { (server, client) async throws in
            async let result = server.invoke(Array("{}".utf8))
            let event = try await client.get("invocation/next")
            let answer = try await client.post(
                "invocation/\(requestID(event))/error",
                #"{"errorMessage":"not possible","errorType":"Function.Other","stackTrace":[]}"#,
                headers: header.map { ["Lambda-Runtime-Function-Error-Type": $0] } ?? [:])
            #expect(answer.status == 202)
            await expect(result, equals: .functionError(FunctionFailure(type: type, message: "not possible")))
        }
    }

    @Test("a process that reports it cannot start ends every invocation with its report")
    func initErrorEndsEveryInvocation() async throws {
        try await withServer { (server, client) async throws in
            async let waiting = server.invoke(Array("{}".utf8))
            let answer = try await client.post(
                "init/error", #"{"errorMessage":"MAX_ATTEMPTS must be","errorType":"Runtime.ConfigInvalid"}"#)
            #expect(answer.status == 202)
            await server.processDidExit(.status(1))
            let failure = FunctionFailure(type: "Runtime.ConfigInvalid", message: "MAX_ATTEMPTS must be")
            await expect(waiting, equals: .initError(failure))
            await expect(server.invoke(Array("{}".utf8)), equals: .initError(failure))
        }
    }

    @Test("a process that has asked for an event cannot report an init error")
    func lateInitErrorIsRefused() async throws {
        try await withServer { (server, client) async throws in
            async let result = server.invoke(Array("{}".utf8))
            let event = try await client.get("invocation/next")
            try await expect(client.post("init/error", "{}").status, equals: 403)
            _ = try await client.post("invocation/\(requestID(event))/response", "1")
            await expect(result, equals: .reply(Array("1".utf8)))
        }
    }

    @Test("an invocation ends after the time limit, and a later answer is refused with 410")
    func lateAnswerIsRefused() async throws {
        try await withServer(timeLimit: .milliseconds(200)) { (server, client) async throws in
            async let asked = client.get("invocation/next")
            await server.waitUntilReady()
            async let result = server.invoke(Array("{}".utf8))
            let event = try await asked
            await expect(result, equals: .timeout)
            let answer = try await client.post("invocation/\(requestID(event))/response", "1")
            #expect(answer.status == 410)
            #expect(answer.json?["errorType"]?.string == "InvokeTimeout")
        }
    }

    @Test("the wait for a process that never asks for an event ends after the limit")
    func waitForReadinessIsLimited() async throws {
        try await withServer { (server, _) async throws in
            let before = ContinuousClock.now
            await server.waitUntilReady(atMost: .milliseconds(50))
            #expect(ContinuousClock.now - before >= .milliseconds(50))
        }
    }

    @Test("the time limit also applies to an event that no process asks for")
    func eventThatIsNotFetchedTimesOut() async throws {
        try await withServer(timeLimit: .milliseconds(100)) { (server, _) async throws in
            await expect(server.invoke(Array("{}".utf8)), equals: .timeout)
        }
    }

    @Test("the end of the process ends pending and later invocations", arguments: [true, false])
    func processExitEndsInvocations(afterNext: Bool) async throws {
        try await withServer { (server, client) async throws in
            async let result = server.invoke(Array("{}".utf8))
            if afterNext { _ = try await client.get("invocation/next") }
            await server.processDidExit(.signal(SIGSEGV))
            await expect(result, equals: .exit(.signal(SIGSEGV)))
            await expect(server.invoke(Array("{}".utf8)), equals: .exit(.signal(SIGSEGV)))
            try await expect(client.get("invocation/next").status, equals: 500)
        }
    }

    @Test("an answer to an unknown or answered invocation or to another attempt is refused with 400")
    func wrongAnswerIsRefused() async throws {
        try await withServer { (server, client) async throws in
            async let result = server.invoke(Array("{}".utf8))
            let id = try requestID(await client.get("invocation/next"))
            try await expect(client.post("invocation/other/response", "1").status, equals: 400)
            let attempt = ["Lambda-Runtime-Invocation-Id": "another attempt"]
            try await expect(client.post("invocation/\(id)/response", "1", headers: attempt).status, equals: 400)
            try await expect(client.post("invocation/\(id)/response", "1").status, equals: 202)
            try await expect(client.post("invocation/\(id)/response", "2").status, equals: 400)
            await expect(result, equals: .reply(Array("1".utf8)))
        }
    }

    @Test("the largest reply is accepted, and a larger one is refused with 413 and reported to the caller")
    func tooLargeReplyIsRefused() async throws {
        try await withServer { (server, client) async throws in
            for count in [6_291_556, 6_291_557] {
                async let result = server.invoke(Array("{}".utf8))
                let id = try requestID(await client.get("invocation/next"))
                let body = String(repeating: "x", count: count)
                let answer = try await client.post("invocation/\(id)/response", body)
                guard count > 6_291_556 else {
                    #expect(answer.status == 202)
                    await expect(result, equals: .reply(Array(body.utf8)))
                    continue
                }
                #expect(answer.status == 413)
                guard case .functionError(let failure) = await result else {
                    Issue.record("the caller got no error")
                    continue
                }
                #expect(failure.type == "Function.ResponseSizeTooLarge")
            }
        }
    }

    @Test("other paths are not found", arguments: ["invocation", "invocation/next/more", "restore/next"])
    func otherPathsAreNotFound(path: String) async throws {
        try await withServer { (_, client) async throws in try await expect(client.get(path).status, equals: 404) }
    }
}
