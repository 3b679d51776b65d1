internal import Foundation
internal import Synchronization

/// What a demo did, a line a step, for people to read.
package final class DemoTranscript: Sendable {
    private struct State {
        var steps = 0
        var differences = 0
        var started = ContinuousClock.now
    }

    private let isColoured: Bool
    private let write: @Sendable (String) -> Void
    private let state = Mutex(State())

    private static let titleWidth = 42

    /// A transcript.
    ///
    /// - Parameters:
    ///   - isColoured: whether a terminal reads it that shows colours.
    ///   - write: takes each line as soon as it is known.
    package init(isColoured: Bool, _ write: @escaping @Sendable (String) -> Void) {
        self.isColoured = isColoured
        self.write = write
    }

    /// How many steps did not end as they must.
    package var differences: Int { state.withLock { $0.differences } }

    /// Writes a heading.
    func heading(_ text: String) {
        write("")
        write(isColoured ? "\u{1B}[1m\(text)\u{1B}[0m" : text)
    }

    /// Writes a line of explanation.
    func note(_ text: String) { write("  " + text) }

    /// Carries a step out and writes what came of it.
    ///
    /// - Parameter body: returns what happened, in words.
    /// - Throws: `WrittenDifference`.
    func step(_ title: String, _ body: () async throws -> String) async throws(WrittenDifference) {
        let start = ContinuousClock.now
        do {
            let words = try await body()
            state.withLock { $0.steps += 1 }
            line("✓", "32", title, ContinuousClock.now - start, words)
        } catch {
            write(error, title, ContinuousClock.now - start)
            throw WrittenDifference()
        }
    }

    /// A difference that is in the transcript already.
    struct WrittenDifference: Error {}

    /// Carries out steps that belong together; a difference ends these alone. Nil when there was one.
    func scenario<Value>(_ name: String, _ body: () async throws -> Value) async -> Value? {
        let start = ContinuousClock.now
        do { return try await body() } catch is WrittenDifference { return nil } catch {
            write(error, name, ContinuousClock.now - start)
            return nil
        }
    }

    private func write(_ error: any Error, _ title: String, _ duration: Duration) {
        let difference = error as? DemoDifference ?? DemoDifference("no error", found: "\(error)")
        state.withLock { state in
            state.steps += 1
            state.differences += 1
        }
        line("✗", "31", title, duration, "does not end as it must")
        write("      expected  \(difference.expected)")
        write("      found     \(difference.found)")
    }

    /// Writes the last lines.
    func summary() {
        let (steps, differences, started) = state.withLock { ($0.steps, $0.differences, $0.started) }
        let seconds = (ContinuousClock.now - started) / .seconds(1)
        let time = String(format: "%.1f s", seconds)
        let end = differences == 0 ? "all as they must" : "\(differences) not as they must"
        heading("\(steps) steps in \(time), \(end)")
    }

    private func line(_ mark: String, _ colour: String, _ title: String, _ duration: Duration, _ words: String) {
        let milliseconds = String(format: "%6.0f ms", duration / .milliseconds(1))
        let shown = isColoured ? "\u{1B}[\(colour)m\(mark)\u{1B}[0m" : mark
        write("  \(shown) \(milliseconds)  \(title.padding(toLength: Self.titleWidth)) \(words)")
    }
}

extension String {
    fileprivate func padding(toLength length: Int) -> String {
        self + String(repeating: " ", count: max(0, length - count))
    }
}
