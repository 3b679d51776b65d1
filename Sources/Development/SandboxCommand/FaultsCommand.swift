import ArgumentParser
import Replay
import Trials

/// `sandbox faults`: lets every service fail that the functions call.
struct FaultsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "faults",
        abstract: "Let the services fail that the functions call, and compare what the functions make of it.",
        discussion: """
            Every row of the table is a fault of one service during one event, or during a start. The function must \
            answer in time and as the table says, decide the next event as usual, and log no secret, token, code or \
            address. The exit status is 1 if any row differs.
            """)

    @OptionGroup var functions: FunctionOptions

    @Option(help: "The folder of the sample events.")
    var events = "events"

    @Option(help: "Try only the rows with this text in their title, such as SES or CreateAuthChallenge.")
    var filter: String?

    func run() async throws {
        #if os(Linux)
        let trial = try FaultTrial(
            bootstraps: try functions.folder(), cases: try EventFolder(events).cases(), filter: filter)
        let width = trial.width
        Output.line(FaultResult.heading(width))
        let started = ContinuousClock.now
        let results = try await trial.run { Output.line($0.line(width)) }
        let count = results.count { !$0.deviations.isEmpty }
        let seconds = Int((ContinuousClock.now - started) / .seconds(1))
        Output.line("\n\(results.count) faults, \(results.count - count) as expected, \(count) different; \(seconds) s")
        if count > 0 { throw ExitCode(1) }
        #else
        throw ValidationError("the faults are tried only on Linux")
        #endif
    }
}
