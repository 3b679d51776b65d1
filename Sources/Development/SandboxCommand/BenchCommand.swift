import ArgumentParser
import Trials

/// `sandbox bench`: measures packaged functions and compares them with the bare loop.
struct BenchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract: "Measure packaged functions and compare them with a C loop that answers with a constant.",
        discussion: """
            All programs run in turn, again and again, behind the same plain Runtime API. The figures are medians. A \
            round trip lasts from writing an event until its answer is read; a start lasts from starting the program \
            until its first request is read. Then come the first answers of new processes that take a call over HTTPS. \
            The programs log to /dev/null. `make bench` builds everything needed and \
            runs it on one processor core.
            """)

    @Option(help: "The folder that holds <Function>/bootstrap and <Function>.zip.")
    var bootstraps = "dist"

    @Option(help: "The path of the bare loop, which must be linked with the same static libcurl.")
    var loop: String

    @Option(help: "The number of rounds; each program runs once in a round (1 to 1000).")
    var rounds = 9

    @Option(help: "The additional starts of each program in a round (0 to 1000).")
    var starts = 20

    @Option(help: "The measured events of each program in a round (1 to 1000000).")
    var events = 3_000

    @Flag(help: "Exit with status 1 if a function exceeds a limit.")
    var check = false

    func validate() throws {
        guard 1...1_000 ~= rounds, 0...1_000 ~= starts, 1...1_000_000 ~= events else {
            throw ValidationError("rounds, starts or events out of range")
        }
    }

    func run() throws {
        #if os(Linux)
        let extent = Benchmark.Extent(rounds: rounds, starts: starts, events: events)
        print("\(rounds) rounds of \(events) events and \(starts + 1) starts of each program, \(Benchmark.placement)")
        let report = try Benchmark(bootstraps: bootstraps, loop: loop, extent: extent).run()
        print(report.text + "\n")
        let cold = try ColdBenchmark(bootstraps: bootstraps, loop: loop, runs: rounds * 3)
            .run(loopStart: report.loop[.start])
        print(cold.text)
        if check, !(report.isMet && cold.isMet) { throw ExitCode(1) }
        #else
        throw ValidationError("the benchmark runs only on Linux, for which the functions are built")
        #endif
    }
}
