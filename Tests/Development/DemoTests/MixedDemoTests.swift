import Demo
import Foundation
import Sandbox
import SandboxTestSupport
import Synchronization
import Testing

@Suite("Two versions of the functions at once", .serialized)
struct MixedDemoTests {
    private final class Lines: Sendable {
        private let state = Mutex<[String]>([])

        func add(_ line: String) { state.withLock { $0.append(line) } }
        var all: [String] { state.withLock { $0 } }
    }

    /// Runs the flow `EMAIL_OTP`, in which Create, Verify and Define take part.
    private static func run(former: String, _ mix: VersionMix) async throws -> (wrong: Int, lines: [String]) {
        let lines = Lines()
        let demo = MixedDemo(
            bootstraps: try BuiltFunctions.folder(), former: former, timeLimit: .seconds(30)
        ) { lines.add($0) }
        return (try await demo.run((.emailOTP, .signed), [mix]), lines.all)
    }

    /// A folder of functions that start only with a variable of their own, which makes them another version.
    private static func version(_ folder: ScriptFolder, _ variable: String) throws -> String {
        let bootstraps = try BuiltFunctions.folder()
        for function in VersionMix.MixedFunction.allCases.map(\.rawValue) {
            _ = try folder.script("export \(variable)\nexec '\(bootstraps)/\(function)'", named: function)
        }
        return folder.folder.path
    }

    @Test("sign users in if each understands the rounds of the other")
    func sameVersion() async throws {
        let (wrong, lines) = try await Self.run(former: BuiltFunctions.folder(), .turns([true, false]))
        #expect(wrong == 0, "\(lines.joined(separator: "\n"))")
        #expect(lines.count == 1)
        #expect(lines.first?.hasPrefix("✓ EMAIL_OTP: 1 mixes, 14 steps, ") == true, "\(lines)")
    }

    @Test("are noticed if one does not understand the rounds of the other, though each works by itself")
    func versionsThatDisagree() async throws {
        let folder = try ScriptFolder()
        let former = try Self.version(folder, "OTP_KEY=another-key-of-codes-that-protects-nothing")
        let (wrong, lines) = try await Self.run(former: former, .former([.verify]))
        #expect(wrong == 1, "\(lines.joined(separator: "\n"))")
        #expect(lines.contains("  ✗ former: Verify"), "\(lines.joined(separator: "\n"))")
        #expect(lines.contains { $0.contains("answer the challenge with the code") })
    }

    @Test("are not asked for what the former one does not do by itself")
    func newSteps() async throws {
        let folder = try ScriptFolder()
        let former = try Self.version(folder, "MARK_EMAIL_VERIFIED=false")
        let (wrong, lines) = try await Self.run(former: former, .former([.verify]))
        #expect(wrong == 0, "\(lines.joined(separator: "\n"))")
        #expect(lines.contains { $0.contains("does not do by itself: look at the account in Cognito") }, "\(lines)")
    }

    @Test("meet in every assignment by function, and the quick runs come to all of them")
    func mixes() {
        for flow in StackSettings.Flow.allCases {
            let all = VersionMix.all(for: flow)
            #expect(all.count == (flow.sendsCodes ? 6 : 14) + 5)
            let quick = (0..<all.count).flatMap { VersionMix.sample($0, for: flow) }
            #expect(all.allSatisfy(quick.contains))
            #expect(quick.allSatisfy(all.contains))
        }
        #expect("\(VersionMix.former([.verify, .define]))" == "former: Define, Verify")
        #expect("\(VersionMix.turns([true, false]))" == "in turns: former, current")
    }
}
