internal import Essentials
internal import Synchronization

/// Writes what a demo does, one line for each step, for people to read.
package final class DemoTranscript: Sendable {
    private struct State {
        var steps = 0
        var differences = 0
        var started = ContinuousClock.now
    }

    private let isColoured: Bool
    private let write: @Sendable (String) -> Void
    private let state = Mutex(State())

    private static let titleWidth = 43

    /// A transcript.
    ///
    /// - Parameters:
    ///   - isColoured: whether the lines go to a terminal that shows colours.
    ///   - write: receives each line as soon as its step has ended.
    package init(isColoured: Bool, _ write: @escaping @Sendable (String) -> Void) {
        self.isColoured = isColoured
        self.write = write
    }

    /// How many steps did not end as expected.
    var differences: Int { state.withLock { $0.differences } }

    /// Writes a heading.
    func heading(_ text: String) {
        write("")
        write(isColoured ? "\u{1B}[1m\(text)\u{1B}[0m" : text)
    }

    /// Writes a line of explanation.
    func note(_ text: String) { write("  " + text) }

    /// Carries out a step and writes its result.
    ///
    /// - Parameter body: returns what happened, in words.
    /// - Throws: `WrittenDifference`.
    func step(_ title: String, _ body: () async throws -> String) async throws(WrittenDifference) {
        let start = ContinuousClock.now
        do {
            let result = try await body()
            state.withLock { $0.steps += 1 }
            writeLine("✓", colour: "32", title: title, duration: ContinuousClock.now - start, result: result)
        } catch {
            writeDifference(error, title: title, duration: ContinuousClock.now - start)
            throw WrittenDifference()
        }
    }

    /// A difference that has already been written to the transcript.
    struct WrittenDifference: Error {}

    /// Carries out steps. The first difference ends them.
    func story(_ body: () async throws -> Void) async {
        let start = ContinuousClock.now
        do { try await body() } catch is WrittenDifference {} catch {
            writeDifference(error, title: "the story", duration: ContinuousClock.now - start)
        }
    }

    private func writeDifference(_ error: any Error, title: String, duration: Duration) {
        let difference = error as? DemoDifference ?? DemoDifference("no error", found: "\(error)")
        state.withLock { state in
            state.steps += 1
            state.differences += 1
        }
        writeLine("✗", colour: "31", title: title, duration: duration, result: "unexpected result")
        write("      expected  \(difference.expected)")
        write("      found     \(difference.found)")
    }

    /// Writes the last lines.
    func summary() {
        let (steps, differences, started) = state.withLock { ($0.steps, $0.differences, $0.started) }
        let seconds = (ContinuousClock.now - started) / .seconds(1)
        let time = seconds.text(1) + " s"
        let end = differences == 0 ? "all ended as expected" : "\(differences) did not end as expected"
        heading("\(steps) steps in \(time): \(end)")
    }

    private func writeLine(
        _ mark: String, colour: String, title: String, duration: Duration, result: String
    ) {
        let number = (duration / .milliseconds(1)).text(0)
        let milliseconds = String(repeating: " ", count: max(0, 6 - number.count)) + number + " ms"
        let shown = isColoured ? "\u{1B}[\(colour)m\(mark)\u{1B}[0m" : mark
        write("  \(shown) \(milliseconds)  \(title.padding(toLength: Self.titleWidth)) \(result)")
    }
}

extension String {
    fileprivate func padding(toLength length: Int) -> String {
        self + String(repeating: " ", count: max(0, length - count))
    }
}
