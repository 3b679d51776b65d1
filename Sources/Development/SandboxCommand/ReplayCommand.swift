import ArgumentParser
import Replay

/// `sandbox replay`: sends the sample events to the real bootstraps and compares the decisions.
struct ReplayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Send sample events to the real bootstraps and compare what they decide with what is expected.",
        discussion: """
            Prints a line per event and a summary; the exit status is 1 when anything differs. With one event, shows it \
            in full: event, reply, decision, calls and log lines. One that no file says what is expected of, such as \
            one saved from the sandbox's page, is shown and not compared.
            """)

    @OptionGroup var functions: FunctionOptions

    @Option(help: "The folder of the sample events.")
    var events = "events"

    @Option(help: "The variables for an event that nothing is expected of: a set in environments.json.")
    var environment = "sandbox"

    @Argument(help: "Files of single events.", completion: .file())
    var event: [String] = []

    func run() async throws {
        let cases = event.isEmpty ? try ReplayCase.all(in: events) : try event.map(replayCase)
        let replay = try await EventReplay(bootstraps: try functions.folder())
        let report = ReplayReport(cases: cases)
        let outcomes: [ReplayOutcome]
        do { outcomes = try await run(cases, replay, report) } catch {
            await replay.stop()
            throw error
        }
        await replay.stop()
        let different = outcomes.filter { !$0.differences.isEmpty }
        if let outcome = outcomes.first, outcomes.count == 1 {
            print(report.full(outcome, logLines: await outcome.logLines()))
        } else {
            for outcome in different { print("\n" + report.differences(outcome)) }
            print("\n" + report.summary(outcomes, processes: await replay.processCount))
        }
        if !different.isEmpty { throw ExitCode(1) }
    }

    private func replayCase(_ path: String) throws -> ReplayCase {
        if ReplayCase.hasExpectation(path) { return try ReplayCase(path: path) }
        return try ReplayCase(showing: path, under: environment, in: events)
    }

    private func run(_ cases: [ReplayCase], _ replay: EventReplay, _ report: ReplayReport) async throws
        -> [ReplayOutcome]
    {
        var outcomes: [ReplayOutcome] = []
        if cases.count > 1 { Output.line(report.heading) }
        for replayCase in cases {
            let outcome = try await replay.run(replayCase)
            if cases.count > 1 { Output.line(report.line(outcome)) }
            outcomes.append(outcome)
        }
        return outcomes
    }
}
