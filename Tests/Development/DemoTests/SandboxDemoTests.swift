import Demo
import Foundation
import Sandbox
import SandboxTestSupport
import Synchronization
import Testing

/// Runs one demo after the other, or two at once where there are many. The functions' own time limits apply here too, and
/// more sandboxes at once would exceed them on a small machine.
@Suite("The demo", .serialized)
struct SandboxDemoTests {
    /// Runs the demo; returns its lines and whether every step ended as expected.
    private static func run(
        _ flow: StackSettings.Flow = .resultToken, _ mode: StackSettings.TokenMode = .signed,
        replaced: [String: String] = [:]
    ) async throws -> (lines: [String], isRight: Bool) {
        let lines = Lines()
        let transcript = DemoTranscript(isColoured: false) { lines.add($0) }
        let demo = SandboxDemo(
            bootstraps: try BuiltFunctions.folder(), replacedBootstraps: replaced, timeLimit: .seconds(30), transcript
        )
        try await demo.run(flow, mode)
        let isRight = demo.finish()
        return (lines.all, isRight)
    }

    private final class Lines: Sendable {
        private let state = Mutex<[String]>([])

        func add(_ line: String) { state.withLock { $0.append(line) } }
        var all: [String] { state.withLock { $0 } }
    }

    @Test("ends as expected", arguments: zip(StackSettings.TokenMode.allCases, [36, 35]))
    func endsAsExpected(mode: StackSettings.TokenMode, steps: Int) async throws {
        let lines = try await Self.expectRight(.resultToken, mode, steps: steps)
        #expect(lines.contains { $0.contains(#""email_verified": true"#) })
    }

    private typealias Demo = (flow: StackSettings.Flow, mode: StackSettings.TokenMode, steps: Int)

    private static let otherFlows: [[Demo]] = [
        [(.emailOTP, .signed, 14), (.passwordThenResultToken, .signed, 12)],
        [(.passwordThenResultToken, .authsignal, 12), (.passwordThenEmailOTP, .signed, 9)],
        [(.captchaThenResultToken, .signed, 10), (.captchaThenEmailOTP, .signed, 10)],
        [(.passwordThenCaptchaThenResultToken, .authsignal, 10), (.passwordThenCaptchaThenEmailOTP, .signed, 10)],
    ]

    @Test("ends as expected in the other flows", arguments: 0..<otherFlows.count)
    func endsAsExpectedInOtherFlows(number: Int) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for demo in Self.otherFlows[number] {
                group.addTask { _ = try await Self.expectRight(demo.flow, demo.mode, steps: demo.steps) }
            }
            try await group.waitForAll()
        }
    }

    private static func expectRight(
        _ flow: StackSettings.Flow, _ mode: StackSettings.TokenMode, steps: Int
    ) async throws -> [String] {
        let (lines, isRight) = try await run(flow, mode)
        #expect(isRight, "\(lines.joined(separator: "\n"))")
        #expect(lines.filter { $0.hasPrefix("  ✓ ") }.count == steps)
        #expect(!lines.contains { $0.contains("✗") || $0.contains("\u{1B}") })
        #expect(try #require(lines.last).hasPrefix("\(steps) steps in "))
        return lines
    }

    @Test("tells the story of one sign-in in a dozen lines")
    func tellsStory() async throws {
        let (lines, isRight) = try await Self.story()
        #expect(isRight, "\(lines.joined(separator: "\n"))")
        #expect(lines.filter { $0.hasPrefix("  ✓ ") }.count == 10)
        #expect(lines.count { !$0.isEmpty } == 13)
        #expect(lines.allSatisfy { $0.count <= 120 })
        #expect(lines.contains { $0.hasSuffix("Verify: right; Define: issue tokens. Ana is in") })
        #expect(lines.last == "  what is next")
    }

    @Test("notices wrong functions in the story")
    func noticesWrongFunctionsInStory() async throws {
        let folder = try ScriptFolder()
        let sabotage = try #require(Sabotage.allCases.first)
        let (lines, isRight) = try await Self.story(
            replaced: sabotage.scripts(BuiltFunctions.folder()).mapValues { try folder.script($0) })
        #expect(!isRight)
        #expect(lines.contains { $0.hasPrefix("  ✗ ") && $0.contains("a thief has copied that token") })
    }

    @Test("shows a pool that fails over to a second Region")
    func showsTwoRegions() async throws {
        let lines = Lines()
        let demo = SandboxDemo(
            bootstraps: try BuiltFunctions.folder(), timeLimit: .seconds(30),
            DemoTranscript(isColoured: false) { lines.add($0) })
        try await demo.tellRegions()
        #expect(demo.finish(), "\(lines.all.joined(separator: "\n"))")
        #expect(lines.all.filter { $0.hasPrefix("  ✓ ") }.count == 11)
        #expect(lines.all.allSatisfy { $0.count <= 120 })
        #expect(lines.all.count { $0.contains("Verify: wrong, other_region") } == 2)
    }

    private static func story(replaced: [String: String] = [:]) async throws -> (lines: [String], isRight: Bool) {
        let lines = Lines()
        let demo = SandboxDemo(
            bootstraps: try BuiltFunctions.folder(), replacedBootstraps: replaced, timeLimit: .seconds(30),
            DemoTranscript(isColoured: false) { lines.add($0) })
        try await demo.tellStory()
        let isRight = demo.finish(next: ["what is next"])
        return (lines.all, isRight)
    }

    @Test("notices wrong functions", arguments: Sabotage.pairs)
    func noticesWrongFunctions(_ pair: [Sabotage]) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for sabotage in pair { group.addTask { try await Self.expectNoticed(sabotage) } }
            try await group.waitForAll()
        }
    }

    private static func expectNoticed(_ sabotage: Sabotage) async throws {
        let folder = try ScriptFolder()
        let scripts = try sabotage.scripts(BuiltFunctions.folder()).mapValues { try folder.script($0) }
        let (lines, isRight) = try await run(sabotage.flow, replaced: scripts)
        #expect(!isRight, "\(sabotage)")
        let marked = lines.filter { $0.hasPrefix("  ✗ ") }
        for title in sabotage.titles { #expect(marked.contains { $0.contains(title) }, "\(sabotage): \(title)") }
        #expect(try #require(lines.last).hasSuffix(" did not end as expected"))
    }
}
