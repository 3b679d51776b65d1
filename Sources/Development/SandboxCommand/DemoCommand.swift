import ArgumentParser
import CLibrary
import Demo
import Essentials

/// `sandbox demo`: tells the story of one sign-in without a browser.
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Sign up, sign in and attack the sign-in, with the real functions and a passkey in software.",
        discussion: """
            Tells the story of one sign-in, a line for each step. The exit status is 1 if a step does not end as \
            expected.
            """)

    @OptionGroup var functions: FunctionOptions

    @Option(help: ArgumentHelp("A line about what to try after the story. Repeatable.", visibility: .hidden))
    var next = [
        "make sandbox   the same by hand, in the browser", "make replay    sample events, one decision a line",
        "make e2e       every flow and the attacks, with real clients",
    ]

    func run() async throws {
        let transcript = DemoTranscript(isColoured: Self.showsColours) { Output.line($0) }
        let demo = SandboxDemo(bootstraps: try functions.folder(), transcript)
        if try await !demo.tellStory(next: next) { throw ExitCode(1) }
    }

    /// Whether standard output is a terminal and its user has not turned off colours (no-color.org).
    private static var showsColours: Bool {
        isatty(STDOUT_FILENO) == 1 && (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty
    }
}
