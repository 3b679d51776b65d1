#if os(Linux)
internal import Essentials

/// What happened in one row.
package struct FaultResult: Sendable {
    package let row: FaultRow
    /// The outcome, as `FaultOutcome` writes it.
    package let outcome: String
    /// How long the event took, or the start.
    package let time: Duration
    /// Whether the outcome is the one of a healthy service.
    package var isAsUsual = false
    /// Whether the fault has befallen a request or a connection.
    package var hasBefallen = true
    /// Whether the function has followed a redirection.
    package var wasFollowed = false
    /// How long the next event took.
    package var nextTime = Duration.zero
    /// How the next event's outcome differs from what its case expects.
    package var nextDifferences: [String] = []
    /// Whether the same process has answered it.
    package var isSameProcess = true
    /// What the logs hold that they must not.
    package var leaks: [String] = []

    /// A row with nothing else amiss.
    package init(row: FaultRow, outcome: String, time: Duration) {
        (self.row, self.outcome, self.time) = (row, outcome, time)
    }

    private var limit: Duration { row.call.moment == .start ? FaultLane.startLimit : FaultLane.eventLimit }

    /// Whether the function was too slow.
    private var isLate: Bool { time > limit }

    /// A machine that is not busy needs less time than this for an event during which nothing is waited for.
    private static let usual = Duration.milliseconds(400)

    /// Whether something differs, and a busy machine may be the cause: a service that answers too late looks like one
    /// that does not answer. What the logs hold is never in doubt.
    package var isDoubtful: Bool {
        let waits: Set<ServiceFault> = [.silent, .dripping]
        let isSlow = isLate || nextTime > Self.usual || !waits.contains(row.fault) && time > Self.usual
        return isSlow && leaks.isEmpty && !deviations.isEmpty
    }

    /// What is not as it must be; empty if everything is.
    package var deviations: [String] {
        var deviations: [String] = []
        let isExpected = row.expected == FaultyCall.asUsual ? isAsUsual : outcome == row.expected
        if !isExpected { deviations.append("expected \(row.expected), found \(outcome)") }
        if isLate { deviations.append("took \(time), more than \(limit)") }
        if !hasBefallen { deviations.append("the function has not called the service") }
        if wasFollowed { deviations.append("the function has followed the redirection") }
        if !isSameProcess { deviations.append("the process did not live to see the next event") }
        deviations += nextDifferences.map { "the next event: \($0)" }
        deviations += leaks.map { "the log holds a secret: \($0)" }
        return deviations
    }

    /// The result's line in the table, and below it what is not as it must be.
    ///
    /// - Parameter width: that of the rows' titles.
    package func line(_ width: Int) -> String {
        let mark = deviations.isEmpty ? "ok      " : "DIFFERS "
        let time = time.milliseconds.text(0).padded(5, toRight: true)
        let line = mark + row.title.padded(width) + "  \(time) ms  \(outcome)"
        return ([line] + deviations.map { "          " + $0 }).joined(separator: "\n")
    }

    /// The line above the results.
    package static func heading(_ width: Int) -> String { "        " + "FAULT".padded(width) + "      TIME  OUTCOME" }
}
#endif
