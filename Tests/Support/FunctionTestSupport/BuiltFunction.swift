private import Foundation
internal import Replay
package import RuntimeAPIHost
private import TestSupport

/// A function as a deployment has it: its built executable behind a Runtime API.
package struct BuiltFunction: Sendable {
    /// The name of the executable.
    package let name: String
    /// Variables with which the function starts.
    private let environment: [String: String]
    /// The variables of Tests/Mutation, which say what is broken in the function.
    private static let ofMutation = ProcessInfo.processInfo.environment.filter { $0.key.hasPrefix("MUTANT") }

    /// The function of that name.
    /// - Parameter environment: the least that it needs to start.
    package init(_ name: String, environment: [String: String] = [:]) {
        self.name = name
        self.environment = environment
    }

    /// What came of every sample event of the function, in `events/<name>/`.
    /// - Throws: `ReplayError` if there are none or one of them cannot be read.
    func replaySampleEvents() async throws -> [ReplayOutcome] {
        let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        let cases = try EventFolder(package.appending(path: "events").standardizedFileURL.path).cases()
            .filter { $0.function == name }
        // Functions wait a while so that names that nobody has look like others. Here they need not.
        let replay = try await EventReplay(
            bootstraps: try folder(),
            stage: ReplayStage(variables: {
                $0.merging(["MINIMUM_RESPONSE_TIME": "0"]) { $1 }.merging(Self.ofMutation) { $1 }
            }))
        var outcomes: [ReplayOutcome] = []
        do {
            for sample in cases { outcomes.append(try await replay.run(sample)) }
        } catch {
            await replay.stop()
            throw error
        }
        await replay.stop()
        return outcomes
    }

    /// Starts the function and sends it one event.
    /// - Returns: how the invocation ended, and the lines that the process logged.
    package func invoke(_ event: [UInt8]) async throws -> (result: InvocationResult, logLines: [String]) {
        // The limit is long because the machine may be busy, and no test is about it.
        let instance = FunctionInstance(
            name: name, bootstrap: try Bootstraps(folder: try folder()).path(of: name), environment: environment,
            timeLimit: .seconds(30))
        let result = try await instance.invoke(event)
        await instance.stop()
        return (result, await instance.logLines())
    }

    /// The folder in which the build has put the executables.
    private func folder() throws -> String {
        try ChildProcess.builtExecutable(name).deletingLastPathComponent().path
    }
}
