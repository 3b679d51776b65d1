import Foundation
import Replay
import SandboxTestSupport

/// The sample events of this package.
func sampleEvents() throws -> [ReplayCase] {
    try EventFolder(URL(filePath: #filePath).appending(path: "../../../../events").standardizedFileURL.path).cases()
}

/// Calls the body with a folder in which a script stands for a function.
func withScript<Result>(
    _ text: String, as name: String, _ body: (String) async throws -> Result
) async throws -> Result {
    let scripts = try ScriptFolder()
    defer { withExtendedLifetime(scripts) {} }
    _ = try scripts.script(text, named: name)
    return try await body(scripts.folder.path)
}
