import ArgumentParser
import Foundation
import Sandbox

/// Which functions a sandbox runs, and where their tokens come from.
struct FunctionOptions: ParsableArguments {
    @Option(help: "Where tokens come from: signed or authsignal.")
    var mode: StackSettings.TokenMode?

    @Option(help: "The folder that holds <Function>/bootstrap or <Function> (default: where this program is).")
    var bootstraps: String?

    /// The folder of the functions.
    func folder() throws -> String {
        if let bootstraps { return bootstraps }
        guard let executable = Bundle.main.executableURL else {
            throw ValidationError("the folder of this program is unknown: name one with --bootstraps")
        }
        return executable.resolvingSymlinksInPath().deletingLastPathComponent().path
    }
}
