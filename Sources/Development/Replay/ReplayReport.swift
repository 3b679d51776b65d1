internal import Essentials
internal import RuntimeAPIHost

/// The report of a replay for people: columns of plain text, without colours.
package struct ReplayReport: Sendable {
    private let titleWidth: Int
    private let decisionWidth = 34

    /// A report whose first column is wide enough for these cases.
    package init(cases: [ReplayCase]) {
        titleWidth = cases.map(\.title.count).max() ?? 0
    }

    /// The line above the columns.
    package var heading: String {
        "        " + "EVENT".padded(titleWidth) + "  " + "DECISION".padded(decisionWidth) + "        TIME"
    }

    /// A case's line.
    package func line(_ outcome: ReplayOutcome) -> String {
        let mark = !outcome.replayCase.isCompared ? "shown" : outcome.differences.isEmpty ? "ok" : "DIFFERS"
        return mark.padded(8) + outcome.replayCase.title.padded(titleWidth) + "  "
            + outcome.result.decision.padded(decisionWidth) + "  " + outcome.duration.milliseconds
    }

    /// How a case differs, below its title.
    package func differences(_ outcome: ReplayOutcome) -> String {
        let blocks = outcome.differences.map { difference in
            """
              \(difference.place)
                expected  \(difference.expected)
                found     \(difference.found)
            """
        }
        return ([heading(outcome.replayCase)] + blocks).joined(separator: "\n")
    }

    /// One case in full: event, reply, decision, calls, log lines, differences.
    package func full(_ outcome: ReplayOutcome, logLines: [String]) -> String {
        var parts = [heading(outcome.replayCase)]
        parts.append(section("Event", String(decoding: outcome.event, as: UTF8.self)))
        if case .reply(let reply) = outcome.result {
            parts.append(section("Reply", String(decoding: reply, as: UTF8.self)))
        }
        if case .functionError(let failure) = outcome.result {
            parts.append(section("Error", "\(failure.type): \(failure.message)"))
        }
        if case .initError(let failure) = outcome.result {
            parts.append(section("Error at start", "\(failure.type): \(failure.message)"))
        }
        parts.append(
            section("Decision", outcome.result.decision + " in " + outcome.duration.milliseconds.trimmedLeft))
        if !outcome.calls.isEmpty {
            parts.append(section("Calls to Authsignal", outcome.calls.joined(separator: "\n")))
        }
        if !outcome.awsCalls.isEmpty {
            parts.append(section("Calls to AWS", outcome.awsCalls.joined(separator: "\n")))
        }
        parts.append(section("Log", logLines.isEmpty ? "nothing" : logLines.joined(separator: "\n")))
        parts.append(verdict(outcome))
        return parts.joined(separator: "\n\n")
    }

    /// A case's title, description and place.
    private func heading(_ replayCase: ReplayCase) -> String {
        "\(replayCase.title): \(replayCase.description)\n  \(replayCase.place)"
    }

    private func verdict(_ outcome: ReplayOutcome) -> String {
        guard outcome.replayCase.isCompared else {
            return """
                To compare it, put it into a folder of events/\(outcome.replayCase.function)/ and write the \
                expectation into \(outcome.replayCase.name).expected.json beside it: see events/README.md.
                """
        }
        return outcome.differences.isEmpty ? "As expected." : "Differs:\n" + differences(outcome)
    }

    /// The last lines of a sign-in's replay.
    package func summary(_ signIn: SignInFile, _ outcomes: [ReplayOutcome]) -> String {
        guard let last = outcomes.last, !last.differences.isEmpty else {
            return "\(outcomes.count) steps, all as when the sign-in was saved"
        }
        let left = signIn.steps.count - outcomes.count
        let unsent = left == 0 ? "" : "\nThe steps after it (\(left)) were not sent, because they depend on it."
        return "Step \(outcomes.count) of \(signIn.steps.count) differs from when the sign-in was saved.\n"
            + differences(last) + unsent
    }

    /// The last line.
    package func summary(_ outcomes: [ReplayOutcome], processes: Int) -> String {
        let different = outcomes.count { !$0.differences.isEmpty }
        let shown = outcomes.count { !$0.replayCase.isCompared }
        let events = outcomes.count == 1 ? "event" : "events"
        return "\(outcomes.count) \(events), \(outcomes.count - different - shown) as expected, \(different) different"
            + (shown == 0 ? "; " : ", \(shown) only shown; ")
            + "\(processes) \(processes == 1 ? "process" : "processes")"
    }

    private func section(_ title: String, _ text: String) -> String {
        title + "\n"
            + text.split(separator: "\n", omittingEmptySubsequences: false).map { "  " + $0 }
            .joined(separator: "\n")
    }
}

extension String {
    fileprivate func padded(_ width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

    fileprivate var trimmedLeft: String { String(drop { $0 == " " }) }
}

extension Duration {
    /// Milliseconds with two decimals, right-aligned in ten characters with the unit.
    fileprivate var milliseconds: String {
        let text = (self / .milliseconds(1)).text(2) + " ms"
        return String(repeating: " ", count: max(0, 10 - text.count)) + text
    }
}
