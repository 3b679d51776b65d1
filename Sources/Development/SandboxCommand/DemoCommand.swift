import ArgumentParser
import Demo
import Foundation
import Sandbox

/// `sandbox demo`: the whole sign-in without a browser, and the attacks on it.
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Sign up, sign in and attack, with the real functions and a passkey in software.",
        discussion: """
            Runs a sandbox of its own for each flow and token mode and prints a line per step; the exit status is 1 \
            when a step does not end as it must.
            """)

    @Option(help: "One token mode alone: signed, authsignal or oidc.")
    var mode: StackSettings.TokenMode?

    @Option(
        help: ArgumentHelp(
            "One flow alone: \(StackSettings.Flow.allCases.map(\.rawValue).joined(separator: "; ")).",
            valueName: "steps"))
    var flow: StackSettings.Flow?

    @OptionGroup var functions: FunctionOptions

    func run() async throws {
        let transcript = DemoTranscript(isColoured: Self.showsColours) { Output.line($0) }
        let demo = SandboxDemo(bootstraps: try functions.folder(), transcript)
        let modes = mode.map { [$0] } ?? StackSettings.TokenMode.allCases
        for flow in flow.map({ [$0] }) ?? StackSettings.Flow.allCases {
            // The mode is about tokens, of which some flows have none. ID tokens are shown as the only step.
            let shown = flow == .resultToken ? modes : modes.filter { $0 != .oidc }
            for mode in flow.sendsCodes ? [.signed] : shown { try await demo.run(flow, mode) }
        }
        if !demo.finish() { throw ExitCode(1) }
    }

    /// Colours are for terminals whose reader has not refused them (no-color.org).
    private static var showsColours: Bool {
        isatty(STDOUT_FILENO) == 1 && (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty
    }
}
