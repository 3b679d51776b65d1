import FunctionServices
import HTTP
import LambdaRuntime
import TestSupport
import Testing

@Suite("The deadline of an event")
struct DeadlineTests {
    private static func invocation(until deadline: Int64? = nil) throws -> Invocation {
        let line = deadline.map { "Lambda-Runtime-Deadline-Ms: \($0)\r\n" } ?? ""
        return try #require(
            Invocation(
                HTTPResponse(
                    status: 200, headerLines: Array("Lambda-Runtime-Aws-Request-Id: id\r\n\(line)".utf8), body: [])))
    }

    @Test(
        "is Cognito's or Lambda's, whichever comes first, less the time for the answer",
        arguments: [(nil, 4_600), (60_000, 4_600), (5_000, 4_600), (4_999, 4_599), (1_000, 600)] as [(Int64?, Int64)])
    func earlierDeadlineCounts(lambda: Int64?, expected: Int64) throws {
        let bench = ServiceBench()
        let invocation = try Self.invocation(until: lambda.map { bench.now + $0 })
        #expect(bench.services().deadline(of: invocation).end == bench.now + expected)
    }

    @Test(
        "of the first event counts from the start of the process, unless the process was started in advance",
        arguments: [(0, 1_000), (250, 1_000), (251, 0)] as [(Int64, Int64)])
    func firstEventHasWaitedForTheStart(pause: Int64, waited: Int64) throws {
        let bench = ServiceBench()
        let services = bench.services()
        bench.now += 1_000 - pause
        services.markReady()
        bench.now += pause
        try expect(services.deadline(of: Self.invocation()).end, equals: bench.now - waited + 4_600)
        try expect(services.deadline(of: Self.invocation()).end, equals: bench.now + 4_600)
    }
}
