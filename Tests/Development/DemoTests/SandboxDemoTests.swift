import Demo
import Foundation
import Sandbox
import SandboxTestSupport
import Synchronization
import TestSupport
import Testing

/// What a demo has written.
struct DemoLines: Sendable {
    let all: [String]
    let isRight: Bool

    /// The lines of steps that ended as expected, and of those that did not.
    var right: [String] { all.filter { $0.hasPrefix("  ✓ ") } }
    var wrong: [String] { all.filter { $0.hasPrefix("  ✗ ") } }
    var text: String { all.joined(separator: "\n") }

    private final class Recorder: Sendable {
        let lines = Mutex<[String]>([])
    }

    /// Runs a demo.
    ///
    /// - Parameter scripts: the shell scripts of functions that are replaced, by the functions' names.
    static func of(
        scripts: [String: String] = [:], next: [String] = [], _ run: (SandboxDemo) async throws -> Void
    ) async throws -> DemoLines {
        let folder = try ScriptFolder()
        defer { withExtendedLifetime(folder) {} }
        let recorder = Recorder()
        let demo = SandboxDemo(
            bootstraps: try BuiltFunctions.folder(),
            replacedBootstraps: try scripts.mapValues { try folder.script($0) }, timeLimit: .seconds(30),
            DemoTranscript(isColoured: false) { line in recorder.lines.withLock { $0.append(line) } })
        try await run(demo)
        let isRight = demo.finish(next: next)
        return DemoLines(all: recorder.lines.withLock { $0 }, isRight: isRight)
    }
}

/// Runs one demo after the other, or two at once where there are many. The functions' own time limits apply here too,
/// and more sandboxes at once would exceed them on a small machine. That every flow and attack ends as expected is
/// shown by `make demo ALL=1`.
@Suite("The demo", .serialized)
struct SandboxDemoTests {
    @Test("tells the story of one sign-in in a dozen lines")
    func tellsStory() async throws {
        let lines = try await DemoLines.of(next: ["what is next"]) { try await $0.tellStory() }
        #expect(lines.isRight, "\(lines.text)")
        #expect(lines.right.count == 10)
        #expect(lines.all.count { !$0.isEmpty } == 13)
        #expect(lines.all.allSatisfy { $0.count <= 120 && !$0.contains("\u{1B}") })
        #expect(lines.all.contains { $0.hasSuffix("Verify: right; Define: issue tokens. Ana is in") })
        #expect(lines.all.contains { $0.hasPrefix("10 steps in ") && $0.hasSuffix(": all ended as expected") })
        #expect(lines.all.last == "  what is next")
    }

    @Test("notices wrong functions in the story")
    func noticesWrongFunctionsInStory() async throws {
        let sabotage = try #require(Sabotage.allCases.first)
        let lines = try await DemoLines.of(scripts: sabotage.scripts(BuiltFunctions.folder())) {
            try await $0.tellStory()
        }
        #expect(!lines.isRight)
        #expect(lines.wrong.contains { $0.contains("a thief has copied that token") })
    }

    @Test("notices wrong functions")
    func noticesWrongFunctions() async throws {
        try await forEach(of: Sabotage.allCases, atOnce: 2) { try await Self.expectNoticed($0) }
    }

    private static func expectNoticed(_ sabotage: Sabotage) async throws {
        let lines = try await DemoLines.of(scripts: sabotage.scripts(BuiltFunctions.folder())) {
            try await $0.run(sabotage.flow, sabotage.mode)
        }
        #expect(!lines.isRight, "\(sabotage.name)")
        for title in sabotage.titles {
            #expect(lines.wrong.contains { $0.contains(title) }, "\(sabotage.name): \(title)\n\(lines.text)")
        }
        try expect(#require(lines.all.last), "\(sabotage.name)") { $0.hasSuffix(" did not end as expected") }
    }

    @Test("notices a flow without all of its steps")
    func noticesMissingSteps() async throws {
        let lines = Mutex<[String]>([])
        let transcript = DemoTranscript(isColoured: false) { line in lines.withLock { $0.append(line) } }
        await transcript.expecting(0) {}
        #expect(transcript.differences == 0)
        await transcript.expecting(2) {}
        #expect(transcript.differences == 1)
        let found = lines.withLock { Array($0.suffix(2)) }
        #expect(found == ["      expected  2 steps", "      found     0"])
    }
}
