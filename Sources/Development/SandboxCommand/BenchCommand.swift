import ArgumentParser
import Bench

/// `sandbox bench`: measures packaged functions beside the bare loop.
struct BenchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract: "Measure packaged functions beside a C loop that answers a constant.",
        discussion: """
            Each program runs behind the same plain Runtime API, one after the other, again and again; the figures are \
            medians. The time of a round trip runs from an event written to its answer read, the time of a start from \
            before the program is started to its first request read. What the programs log goes to /dev/null. `make bench` \
            builds what is needed and keeps everything on one processor core.
            """)

    @Option(help: "The directory that holds <Function>/bootstrap and <Function>.zip.")
    var bootstraps = "dist"

    @Option(help: "The bare loop, linked with the same static libcurl.")
    var loop: String

    @Option(help: "Rounds in which each program has its turn (1 to 1000).")
    var rounds = 9

    @Option(help: "Starts of each program in a round (0 to 1000).")
    var starts = 20

    @Option(help: "Events measured for each program in a round (1 to 1000000).")
    var events = 3_000

    @Flag(help: "Exit with status 1 when a limit is exceeded.")
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
        print(report.text)
        if check, !report.isMet { throw ExitCode(1) }
        #else
        throw ValidationError("the bench runs on Linux, for which the functions are built")
        #endif
    }
}
