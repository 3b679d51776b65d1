internal import Foundation
package import Sandbox
internal import Synchronization

/// Every sign-in and attack of the demo while two versions of the functions are in service, as while an alias shifts.
package struct MixedDemo: Sendable {
    private let bootstraps: String
    private let former: String
    private let timeLimit: Duration
    private let write: @Sendable (String) -> Void

    /// A flow in a token mode. The mode does not matter if the functions send the codes themselves.
    package typealias Case = (flow: StackSettings.Flow, mode: StackSettings.TokenMode)

    /// A demo of two versions.
    ///
    /// - Parameters:
    ///   - bootstraps: the folder of the current version's functions.
    ///   - former: the folder of the other version's.
    ///   - timeLimit: how long a function may take; Cognito waits 5 seconds.
    ///   - write: receives each line.
    package init(
        bootstraps: String, former: String, timeLimit: Duration = .seconds(5),
        _ write: @escaping @Sendable (String) -> Void
    ) {
        self.bootstraps = bootstraps
        self.former = former
        self.timeLimit = timeLimit
        self.write = write
    }

    /// Runs a flow with each mix of versions. If a step does not end as expected, the former version then serves all
    /// calls: what it does not do by itself is new, and is not asked of any mix. At the end one line is written, and the
    /// steps that went wrong.
    ///
    /// - Returns: how many mixes had a step that did not end as expected.
    /// - Throws: `SandboxError` if the sandbox does not start.
    package func run(_ pair: Case, _ mixes: [VersionMix]) async throws(SandboxError) -> Int {
        let title = pair.flow.rawValue + (pair.flow.sendsCodes ? "" : ", \(pair.mode.rawValue)")
        let start = ContinuousClock.now
        var (steps, failures) = (0, [(mix: VersionMix, result: Result)]())
        for mix in mixes {
            let result = try await run(pair, mix)
            steps += result.steps
            if !result.different.isEmpty { failures.append((mix, result)) }
        }
        var (lines, wrong) = ([String](), 0)
        if !failures.isEmpty {
            let new = try await run(pair, .former(Set(VersionMix.MixedFunction.allCases))).different
            if !new.isEmpty {
                lines.append("  the former version does not do by itself: \(new.joined(separator: "; "))")
            }
            for (mix, result) in failures where !Set(result.different).isSubset(of: new) {
                wrong += 1
                lines += ["  ✗ \(mix)"] + result.lines.map { "    " + $0 }
            }
        }
        let seconds = String(format: "%.1f s", (ContinuousClock.now - start) / .seconds(1))
        write("\(wrong == 0 ? "✓" : "✗") \(title): \(mixes.count) mixes, \(steps) steps, \(seconds)")
        lines.forEach(write)
        return wrong
    }

    /// What became of a run: how many steps there were, those that did not end as expected, and the lines about them.
    private struct Result {
        let steps: Int
        let different: [String]
        let lines: [String]
    }

    private func run(_ pair: Case, _ mix: VersionMix) async throws(SandboxError) -> Result {
        let lines = Mutex<[String]>([])
        let transcript = DemoTranscript(isColoured: false) { line in
            // The line of a step that went wrong, and those with what was expected and found.
            if line.hasPrefix("  ✗") || line.hasPrefix("      ") { lines.withLock { $0.append(line) } }
        }
        let demo = SandboxDemo(
            bootstraps: bootstraps, former: .init(bootstraps: former, mix: mix), timeLimit: timeLimit, transcript)
        try await demo.run(pair.flow, pair.mode)
        return Result(
            steps: transcript.steps, different: transcript.differentSteps, lines: lines.withLock { $0 })
    }
}

extension VersionMix {
    /// Every assignment of the former version to some of the functions that take part in a flow, and versions that take
    /// turns. In turns a round's three calls meet every order of the versions.
    package static func all(for flow: StackSettings.Flow) -> [VersionMix] {
        assignments(for: flow) + turns
    }

    /// One assignment and one order of turns, other ones for each number of a case.
    package static func sample(_ number: Int, for flow: StackSettings.Flow) -> [VersionMix] {
        let assignments = assignments(for: flow)
        // A step that shares no factor with the number of assignments comes to all of them.
        return [assignments[number * 5 % assignments.count], turns[number % turns.count]]
    }

    private static func assignments(for flow: StackSettings.Flow) -> [VersionMix] {
        let functions: [MixedFunction] = [.define, .create, .verify] + (flow.sendsCodes ? [] : [.authenticator])
        return (1..<(1 << functions.count) - 1).map { bits in
            .former(Set(functions.indices.filter { bits >> $0 & 1 == 1 }.map { functions[$0] }))
        }
    }

    /// A round has three calls. With these orders, each call meets each version before it and after it.
    private static let turns: [VersionMix] = [
        .turns([true, false]), .turns([false, true]), .turns([true, true, false, false]),
        .turns([false, false, true, true]), .turns([true, false, false, false, true]),
    ]
}
