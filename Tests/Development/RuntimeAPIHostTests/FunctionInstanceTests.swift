import Foundation
import RuntimeAPIHost
import SandboxTestSupport
import TestSupport
import Testing

@Suite("A function instance")
struct FunctionInstanceTests {
    private let scripts: ScriptFolder

    init() throws { scripts = try ScriptFolder() }

    @Test("a process that ends before it asks for an event ends the invocation, and the next one starts a new process")
    func nextInvocationStartsANewProcess() async throws {
        let path = try scripts.script("echo $AWS_LAMBDA_FUNCTION_NAME $EXTRA; exit 7")
        let function = FunctionInstance(name: "Test", bootstrap: path, environment: ["EXTRA": "x"])
        try await expect(function.invoke(Array("{}".utf8)), equals: .exit(.status(7)))
        try await expect(function.invoke(Array("{}".utf8)), equals: .exit(.status(7)))
        await expect(function.logLines(), equals: ["Test x", "Test x"])
        await function.stop()
    }

    @Test("simultaneous invocations share one process, and end with it")
    func simultaneousInvocationsShareAProcess() async throws {
        let path = try scripts.script("echo started; sleep 1; exit 7")
        let function = FunctionInstance(name: "Test", bootstrap: path, environment: ["PATH": "/usr/bin:/bin"])
        async let first = function.invoke(Array("1".utf8))
        async let second = function.invoke(Array("2".utf8))
        try await expect([first, second], equals: [.exit(.status(7)), .exit(.status(7))])
        await function.stop()
        await expect(function.logLines(), equals: ["started"])
    }

    @Test("all log lines of all processes are counted, and the last 10,000 kept")
    func logIsBounded() async throws {
        let path = try scripts.script("seq 1 10001; exit 7")
        let function = FunctionInstance(name: "Test", bootstrap: path, environment: ["PATH": "/usr/bin:/bin"])
        await expect(function.logCount(), equals: 0)
        for number in 1...2 {
            try await expect(function.invoke([]), equals: .exit(.status(7)))
            await expect(function.logCount(), equals: number * 10_001)
            let lines = await function.logLines()
            #expect(lines.count == 10_000)
            #expect([lines.first, lines.last] == ["2", "10001"])
        }
        await expect(function.logLines(after: 20_000), equals: ["10000", "10001"])
        await expect(function.logLines(after: 20_002), equals: [])
        await expect(function.logLines(after: 10_001).count, equals: 10_000)
    }

    @Test("the lines after a count are those of a new process, too")
    func linesAfterACount() async throws {
        let path = try scripts.script("echo one; echo two; exit 7")
        let function = FunctionInstance(name: "Test", bootstrap: path, environment: [:])
        for count in [0, 2] {
            _ = try await function.invoke([])
            await expect(function.logLines(after: count), equals: ["one", "two"])
        }
        await expect(function.logLines(after: 1), equals: ["two", "one", "two"])
    }
}
