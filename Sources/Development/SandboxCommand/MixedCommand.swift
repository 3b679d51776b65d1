import ArgumentParser
import Demo
import Sandbox

/// `sandbox mixed`: runs every sign-in and attack while two versions of the functions are in service.
struct MixedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mixed",
        abstract: "Sign in, and attack the sign-in, while two versions of the functions are in service.",
        discussion: """
            Runs what `demo --all` runs, again and again: each call of Define, Create, Verify and the authenticator is \
            served by one version or the other, in all assignments by function and with the versions in turns. Both \
            versions share the tables. A step that the former version does not pass by itself is new, and not asked \
            for. The exit status is 1 if any other step does not end as expected.
            """)

    @Option(help: "The folder that holds <Function>/bootstrap or <Function> of the other version.")
    var former: String

    @OptionGroup var functions: FunctionOptions

    @Option(help: "Run only this token mode: signed, authsignal or oidc.")
    var mode: StackSettings.TokenMode?

    @Option(help: ArgumentHelp("Run only this flow, such as CAPTCHA,RESULT_TOKEN.", valueName: "steps"))
    var flow: StackSettings.Flow?

    @Flag(help: "Run each flow with two mixes of the versions only, other ones in each flow.")
    var quick = false

    @Option(help: "How many flows run at a time.")
    var atOnce = 2

    func validate() throws {
        guard atOnce >= 1 else { throw ValidationError("at-once is at least 1") }
    }

    func run() async throws {
        let demo = MixedDemo(bootstraps: try functions.folder(), former: former) { Output.line($0) }
        let cases = SandboxDemo.cases(flow, mode)
        let start = ContinuousClock.now
        var wrong = 0
        try await withThrowingTaskGroup(of: Int.self) { group in
            for (index, one) in cases.enumerated() {
                if index >= atOnce, let result = try await group.next() { wrong += result }
                let mixes = quick ? VersionMix.sample(index, for: one.flow) : VersionMix.all(for: one.flow)
                group.addTask { try await demo.run(one, mixes) }
            }
            for try await result in group { wrong += result }
        }
        let seconds = Int((ContinuousClock.now - start) / .seconds(1))
        Output.line("\(cases.count) flows and modes in \(seconds) s: \(wrong) mixes went wrong")
        if wrong > 0 || cases.isEmpty { throw ExitCode(1) }
    }
}
