import ArgumentParser
import Replay
import Trials

/// `sandbox soak`: sends a function many events.
struct SoakCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "soak",
        abstract: "Send each function many sample events, and watch its memory, its open files and its times.",
        discussion: """
            One process of each function and environment gets all the sample events that share it, right and wrong \
            ones, again and again in a changing order, with the services that they call. Every event is compared with \
            its expectation. The exit status is 1 if a decision differs, or if the last tenth of a run uses more \
            memory or files than the second, or takes much longer.
            """)

    @OptionGroup var functions: FunctionOptions

    @Option(name: .customLong("events"), help: "How many events each function gets, over all its environments.")
    var count = 200_000

    @Option(help: "Soak only this function.")
    var function: String?

    @Option(help: "The folder of the sample events.")
    var samples = "events"

    @Option(help: "How many processes get events at a time.")
    var atOnce = 1

    @Option(help: "Decides the order of the events; printed.")
    var seed: UInt64 = .random(in: 1...999_999)

    @Flag(help: "Do not judge the times, which a busy machine changes.")
    var ignoreTimes = false

    func validate() throws {
        guard atOnce >= 1 else { throw ValidationError("at-once is at least 1") }
    }

    func run() async throws {
        #if os(Linux)
        let subjects = SoakSubject.all(try EventFolder(samples).cases(), of: function)
        let run = try SoakRun(bootstraps: try functions.folder(), subjects: subjects, events: count, seed: seed)
        let judgesTime = !ignoreTimes
        Output.line("\(count) events for each function, seed \(seed)")
        let started = ContinuousClock.now
        let results = try await run.run(atOnce: atOnce) { Output.line($0.text(judgesTime: judgesTime)) }
        let different = results.count { !$0.deviations(judgesTime: judgesTime).isEmpty }
        let seconds = Int((ContinuousClock.now - started) / .seconds(1))
        Output.line("\n\(results.count) processes, \(different) different; \(seconds) s")
        if different > 0 { throw ExitCode(1) }
        #else
        throw ValidationError("functions are soaked only on Linux, for which they are built")
        #endif
    }
}
