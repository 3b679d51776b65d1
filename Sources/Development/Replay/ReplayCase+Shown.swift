internal import Foundation
internal import JSON
internal import RuntimeAPIHost

/// An event that nothing is expected of yet, such as one that the sandbox's page has saved.
extension ReplayCase {
    /// Whether a file says what is expected of an event.
    package static func hasExpectation(_ path: String) -> Bool {
        path.hasSuffix(expectationSuffix) || FileManager.default.fileExists(atPath: stem(path) + expectationSuffix)
    }

    /// The case of an event's file, which is only shown; the event says by its trigger which function it is for.
    ///
    /// - Parameters:
    ///   - environmentName: the name of a set of variables in the folder's `environments.json`.
    ///   - folder: the folder of the sample events.
    /// - Throws: `ReplayError`.
    package init(showing path: String, under environmentName: String, in folder: String) throws(ReplayError) {
        let event = try Self.event(path)
        guard let function = Self.function(of: event) else { throw .noExpectation(event: path) }
        let text = JSONWriter.object { expectation in
            expectation.member("description", "nothing is expected of it yet")
            expectation.member("environment", environmentName)
            expectation.member("response", "$any")
        }
        try self.init(
            function: function, name: URL(filePath: Self.stem(path)).lastPathComponent, event: event,
            expectationText: text, file: path, environments: Self.environments(in: folder), isCompared: false)
    }

    /// The function that a trigger's event is for: the names begin alike, but for what comes before tokens.
    private static func function(of event: [UInt8]) -> String? {
        guard let source = (try? JSONValue(parsing: event))?["triggerSource"]?.string else { return nil }
        let name = source.hasPrefix("TokenGeneration") ? "Pre" + source : source
        return FunctionNames.triggers.first { name.hasPrefix($0) }
    }
}
