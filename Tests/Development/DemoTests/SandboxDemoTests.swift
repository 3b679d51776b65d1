import Demo
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

    /// Runs the demo.
    ///
    /// - Parameter scripts: the shell scripts of functions that are replaced, by the functions' names.
    static func written(scripts: [String: String] = [:], next: [String] = []) async throws -> DemoLines {
        let folder = try ScriptFolder()
        defer { withExtendedLifetime(folder) {} }
        let recorder = Recorder()
        let demo = SandboxDemo(
            bootstraps: try BuiltFunctions.folder(),
            replacedBootstraps: try scripts.mapValues { try folder.script($0) }, timeLimit: .seconds(30),
            DemoTranscript(isColoured: false) { line in recorder.lines.withLock { $0.append(line) } })
        let isRight = try await demo.tellStory(next: next)
        return DemoLines(all: recorder.lines.withLock { $0 }, isRight: isRight)
    }
}

/// Runs one demo after the other, or two at once where there are many. The functions' own time limits apply here too,
/// and more sandboxes at once would exceed them on a small machine.
@Suite("The demo", .serialized)
struct SandboxDemoTests {
    @Test("tells the story of one sign-in in a dozen lines")
    func tellsStory() async throws {
        let lines = try await DemoLines.written(next: ["what is next"])
        #expect(lines.isRight, "\(lines.text)")
        #expect(lines.right.count == 10)
        #expect(lines.all.count { !$0.isEmpty } == 13)
        #expect(lines.all.allSatisfy { $0.count <= 120 && !$0.contains("\u{1B}") })
        #expect(lines.all.contains { $0.hasSuffix("Verify: right; Define: issue tokens. Ana is in") })
        #expect(lines.all.contains { $0.hasPrefix("10 steps in ") && $0.hasSuffix(": all ended as expected") })
        #expect(lines.all.last == "  what is next")
    }

    @Test("notices wrong functions")
    func noticesWrongFunctions() async throws {
        try await forEach(of: Sabotage.allCases, atOnce: 2) { sabotage in
            let lines = try await DemoLines.written(scripts: sabotage.scripts(BuiltFunctions.folder()))
            #expect(!lines.isRight, "\(sabotage.name)")
            #expect(lines.wrong.count == 1, "\(sabotage.name)\n\(lines.text)")
            #expect(lines.wrong.allSatisfy { $0.contains(sabotage.title) }, "\(sabotage.name)\n\(lines.text)")
            try expect(#require(lines.all.last), "\(sabotage.name)") { $0.hasSuffix(": 1 did not end as expected") }
        }
    }
}
