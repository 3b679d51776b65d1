private import Foundation
package import Replay
package import RuntimeAPIHost
private import TestSupport

/// A function as a deployment has it: its built executable behind a Runtime API.
package struct BuiltFunction: Sendable {
    /// The name of the executable.
    package let name: String
    /// Variables with which the function starts.
    private let environment: [String: String]

    /// The function of that name.
    /// - Parameter environment: the least that it needs to start.
    package init(_ name: String, environment: [String: String] = [:]) {
        self.name = name
        self.environment = environment
    }

    /// What came of every sample event of the function, in `events/<name>/`.
    /// - Throws: `ReplayError` if there are none or one of them cannot be read.
    package func replaySampleEvents() async throws -> [ReplayOutcome] {
        let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        let cases = try EventFolder(package.appending(path: "events").standardizedFileURL.path).cases()
            .filter { $0.function == name }
        let replay = try await EventReplay(bootstraps: try folder())
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
        let instance = FunctionInstance(
            name: name, bootstrap: try Bootstraps(folder: try folder()).path(of: name), environment: environment)
        let result = try await instance.invoke(event)
        await instance.stop()
        return (result, await instance.logLines())
    }

    /// The folder in which the build has put the executables.
    private func folder() throws -> String {
        try ChildProcess.builtExecutable(name).deletingLastPathComponent().path
    }
}
