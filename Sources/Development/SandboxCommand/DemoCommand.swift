import ArgumentParser
import Demo
import Foundation
import Sandbox

/// `sandbox demo`: tells the story of one sign-in, or runs every sign-in without a browser, and attacks on it.
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Sign up, sign in and attack the sign-in, with the real functions and a passkey in software.",
        discussion: """
            Tells the story of one sign-in, a line for each step. With --all it starts a sandbox for each flow and \
            token mode and runs every step and attack; --mode and --flow limit that. The exit status is 1 if a step \
            does not end as expected.
            """)

    @Flag(help: "Run every step and attack in every flow and token mode.")
    var all = false

    @Option(help: "Run only this token mode: signed, authsignal or oidc.")
    var mode: StackSettings.TokenMode?

    @Option(
        help: ArgumentHelp(
            "Run only this flow: \(StackSettings.Flow.allCases.map(\.rawValue).joined(separator: "; ")).",
            valueName: "steps"))
    var flow: StackSettings.Flow?

    @OptionGroup var functions: FunctionOptions

    func run() async throws {
        let transcript = DemoTranscript(isColoured: Self.showsColours) { Output.line($0) }
        let demo = SandboxDemo(bootstraps: try functions.folder(), transcript)
        guard all || mode != nil || flow != nil else {
            try await demo.tellStory()
            if !demo.finish(next: Self.next) { throw ExitCode(1) }
            return
        }
        for (flow, mode) in SandboxDemo.cases(flow, mode) { try await demo.run(flow, mode) }
        if !demo.finish() { throw ExitCode(1) }
    }

    /// What a newcomer may try after the story.
    private static let next = [
        "make sandbox      the same by hand, in the browser", "make replay       sample events, one decision a line",
        "make demo ALL=1   every flow, token mode and attack",
    ]

    /// Whether standard output is a terminal and its user has not turned off colours (no-color.org).
    private static var showsColours: Bool {
        isatty(STDOUT_FILENO) == 1 && (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty
    }
}
