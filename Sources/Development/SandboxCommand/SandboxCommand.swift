import ArgumentParser

/// The `sandbox` tool.
@main
struct SandboxCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sandbox",
        abstract: "Run the sign-in functions locally.",
        subcommands: [
            DemoCommand.self, ServeCommand.self, ReplayCommand.self, BenchCommand.self, FaultsCommand.self,
            SoakCommand.self, TimingCommand.self,
        ])
}
