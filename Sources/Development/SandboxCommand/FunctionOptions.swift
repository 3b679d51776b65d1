import ArgumentParser
import Foundation

/// Which functions a command runs.
struct FunctionOptions: ParsableArguments {
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
