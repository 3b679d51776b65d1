import Foundation
import Replay

/// A folder of events for one test. It is deleted with the value.
///
/// It holds `environments.json` with the set `plain`, and the whole event `DefineAuthChallenge/set/whole`.
final class EventFixture {
    /// The path of the folder.
    let path = FileManager.default.temporaryDirectory.appending(path: "events-" + UUID().uuidString).path

    /// The whole event, without white space.
    static let event =
        #"{"version":"1","number":1e3,"request":{"session":[{"result":true},{"result":false}],"name":"\u00e9"},"#
        + #""response":{}}"#
    static let expectation = """
        {"description": "The whole event.", "environment": "plain", "calls": ["GET /"],
        "response": {"issueTokens": true, "note": {"a": "$any"}}}
        """

    init() throws {
        try write(#"{"plain": {}}"#, to: "environments.json")
        try write(Self.event + "\n", to: "DefineAuthChallenge/set/whole.json")
        try write(Self.expectation, to: "DefineAuthChallenge/set/whole.expected.json")
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file.
    @discardableResult
    func write(_ text: String, to file: String) throws -> String {
        let file = path(file)
        let folder = URL(filePath: file).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: file))
        return file
    }

    /// Writes a table beside the whole event.
    @discardableResult
    func table(_ text: String, name: String = "table") throws -> String {
        try write(text, to: "DefineAuthChallenge/set/\(name).json")
    }

    /// The path of a file in the folder.
    func path(_ file: String) -> String { path + "/" + file }

    /// The folder of events.
    var folder: EventFolder { EventFolder(path) }

    /// The one case that a name stands for.
    func onlyCase(_ name: String) throws -> ReplayCase? {
        let cases = try folder.cases(named: name, environment: "plain")
        return cases.count == 1 ? cases[0] : nil
    }
}
