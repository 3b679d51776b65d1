import ArgumentParser
import Faults
import Replay
import Synchronization

/// `sandbox faults`: lets every service fail that the functions call.
struct FaultsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "faults",
        abstract: "Let the services fail that the functions call, and compare what the functions make of it.",
        discussion: """
            Every row of the table is a fault of one service during one event, or during a start. The function must \
            answer in time and as the table says, decide the next event as usual, and log no secret, token, code or \
            address. The exit status is 1 if any row differs. `make faults` gives the command a network of its own.
            """)

    @OptionGroup var functions: FunctionOptions

    @Option(help: "The folder of the sample events.")
    var events = "events"

    @Option(help: "Try only the rows with this text in their title, such as SES or CreateAuthChallenge.")
    var filter: String?

    @Flag(help: "Serve names on port 53 of this network, to which /etc/resolv.conf must lead.")
    var servesNames = false

    func run() async throws {
        #if os(Linux)
        let names = servesNames ? try NameServer() : nil
        let trial = try FaultTrial(
            bootstraps: try functions.folder(), cases: try EventFolder(events).cases(), names: names, filter: filter)
        let report = FaultReport(rows: trial.rows)
        Output.line(report.heading)
        let different = Mutex(0)
        let started = ContinuousClock.now
        try await trial.run { result in
            Output.line(report.line(result))
            if !result.deviations.isEmpty { different.withLock { $0 += 1 } }
        }
        let count = different.withLock { $0 }
        let seconds = Int((ContinuousClock.now - started) / .seconds(1))
        Output.line(
            "\n\(trial.rows.count) faults, \(trial.rows.count - count) as expected, \(count) different; \(seconds) s")
        if names == nil { Output.line("Without a network of its own: no name server, so its silence was not tried") }
        if count > 0 { throw ExitCode(1) }
        #else
        throw ValidationError("the faults are tried only on Linux")
        #endif
    }
}
