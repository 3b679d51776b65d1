import ArgumentParser
import Replay

/// `sandbox replay`: sends sample events to the real functions and compares their decisions.
struct ReplayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Send sample events to the real functions and compare their decisions with the expected ones.",
        discussion: """
            Prints one line for each case and a summary. The exit status is 1 if any case differs. A single case is \
            shown in full: event, reply, decision, calls and log lines. An event without an expectation, such as one \
            saved from the sandbox's page, is shown but not compared. The steps of a sign-in saved there are sent one \
            after the other, and must end as they did then.
            """)

    @OptionGroup var functions: FunctionOptions

    @Option(help: "The folder of the sample events.")
    var events = "events"

    @Option(help: "The environment for events without an expectation: the name of a set in environments.json.")
    var environment = "sandbox"

    @Flag(name: .customLong("print"), help: "Print the event of one case, with its placeholders, and send nothing.")
    var printsEvent = false

    @Flag(name: .customLong("print-expectation"), help: "Print the whole expectation of one case and send nothing.")
    var printsExpectation = false

    @Argument(
        help: "Whole events, tables, single cases (table.json#case, or Function/set/case), saved events and sign-ins.",
        completion: .file())
    var event: [String] = []

    func validate() throws {
        if printsEvent && printsExpectation {
            throw ValidationError("use either --print or --print-expectation, not both")
        }
    }

    func run() async throws {
        let signIns = event.filter(SignInFile.holdsSignIn)
        var isRight = true
        for path in signIns where try await !replaySignIn(path) { isRight = false }
        if signIns.isEmpty || signIns.count < event.count { try await runCases(besides: signIns) }
        if !isRight { throw ExitCode(1) }
    }

    /// Replays a saved sign-in; returns whether every function answered as it did then.
    private func replaySignIn(_ path: String) async throws -> Bool {
        let signIn = try SignInFile(path)
        let report = ReplayReport(cases: signIn.steps)
        let replay = try await EventReplay(bootstraps: try functions.folder())
        Output.line(report.heading)
        let outcomes: [ReplayOutcome]
        do { outcomes = try await replay.run(signIn) { Output.line(report.line($0)) } } catch {
            await replay.stop()
            throw error
        }
        await replay.stop()
        Output.line("\n" + report.summary(signIn, outcomes))
        return outcomes.allSatisfy(\.differences.isEmpty)
    }

    private func runCases(besides signIns: [String]) async throws {
        let cases = try cases(besides: signIns)
        if printsEvent || printsExpectation { return try printOne(cases) }
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

    private func cases(besides signIns: [String]) throws -> [ReplayCase] {
        let folder = EventFolder(events)
        return event.isEmpty
            ? try folder.cases()
            : try event.filter { !signIns.contains($0) }.flatMap {
                try folder.cases(named: $0, environment: environment)
            }
    }

    private func printOne(_ cases: [ReplayCase]) throws {
        guard cases.count == 1 else { throw ValidationError("name exactly one case to print, not \(cases.count)") }
        Output.line(printsEvent ? cases[0].event : cases[0].expectationText)
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
