import ArgumentParser
import Trials

/// `sandbox timing`: compares how long real processes take for users and for unknown names.
struct TimingCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "timing",
        abstract: "Measure whether the functions' times show who has an account.",
        discussion: """
            Real processes, new ones and ones that have served others, get events of users and of names that no user \
            has, in random order. The services that they call answer after 60 to 120 ms. Each line has the area \
            under the ROC curve: how likely it is that a user's time is longer than that of an unknown name. Then \
            come the times of both in milliseconds: the 5th, 50th and 95th hundredth. The exit status is 1 if an \
            area lies outside 0.4 to 0.6.
            """)

    @OptionGroup var functions: FunctionOptions

    @Option(help: "How many times are measured for each kind of users.")
    var samples = 200

    @Option(help: "How many processes work at a time.")
    var atOnce = 8

    @Option(help: "Measure only the rows with this text, such as VerifyAuthChallenge or EMAIL_OTP.")
    var filter: String?

    func validate() throws {
        guard samples >= 20, atOnce >= 1 else { throw ValidationError("at least 20 samples and 1 at once") }
    }

    func run() throws {
        #if os(Linux)
        let run = try TimingRun(
            bootstraps: try functions.folder(), samples: samples, lanes: atOnce, filter: filter)
        Output.line("\(samples) times of each kind of users, \(atOnce) processes at a time")
        var (count, failures) = (0, 0)
        try run.run { result in
            Output.line(result.line)
            count += 1
            if !result.isMet { failures += 1 }
        }
        Output.line("\(count) comparisons, \(failures) outside 0.4 to 0.6")
        if failures > 0 || count == 0 { throw ExitCode(1) }
        #else
        throw ValidationError("times are measured only on Linux, for which the functions are built")
        #endif
    }
}
