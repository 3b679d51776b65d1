import ArgumentParser
import Essentials

/// The functions that a command runs.
struct FunctionOptions: ParsableArguments {
    @Option(help: "The folder that holds <Function>/bootstrap or <Function> (default: the folder of this program).")
    var bootstraps: String?

    /// The folder of the functions.
    func folder() throws -> String {
        if let bootstraps { return bootstraps }
        guard let program = CommandLine.arguments.first, program.contains("/") else {
            throw ValidationError("cannot find the folder of this program: name a folder with --bootstraps")
        }
        return URL(filePath: program).resolvingSymlinksInPath().deletingLastPathComponent().path
    }
}
