internal import JSON
internal import RuntimeAPIHost

/// An event without an expectation, such as one saved from the sandbox's page.
extension ReplayCase {
    /// The case of an event that is only shown. The event's trigger decides which function gets it.
    ///
    /// - Parameters:
    ///   - environmentName: the name of a set of variables in the folder's `environments.json`.
    ///   - folder: the folder of the sample events.
    /// - Throws: `ReplayError`.
    package init(showing path: String, under environmentName: String, in folder: String) throws(ReplayError) {
        let event = try EventFiles.event(path)
        guard let function = Self.function(of: event) else { throw .noExpectation(event: path) }
        let text = JSONWriter.object { expectation in
            expectation.member("description", "It has no expectation.")
            expectation.member("environment", environmentName)
            expectation.member("response", "$any")
        }
        try self.init(
            function: function, name: EventFiles.name(of: path), set: nil, event: event, expectationText: text,
            place: path, environments: EventFiles.environments(in: folder), isCompared: false)
    }

    /// The function that a trigger's event is for. Both names begin alike, except that of the trigger before tokens.
    private static func function(of event: [UInt8]) -> String? {
        guard let source = (try? JSONValue(parsing: event))?["triggerSource"]?.string else { return nil }
        let name = source.hasPrefix("TokenGeneration") ? "Pre" + source : source
        return FunctionNames.triggers.first { name.hasPrefix($0) }
    }
}
