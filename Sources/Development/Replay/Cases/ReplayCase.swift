internal import JSON
internal import StandIns

/// One event of a replay with what is expected of it.
package struct ReplayCase: Sendable {
    /// The name of the function.
    package let function: String
    /// The case's name in its set.
    package let name: String
    /// The set, a folder below the function's; nil for an event that is only shown.
    private let set: String?
    /// Where the case stands: the event's file, or `table.json#name`.
    package let place: String
    /// The event before its placeholders are filled.
    package let event: [UInt8]
    /// The text of the whole expectation.
    package let expectationText: [UInt8]
    /// The expectation before its placeholders are filled.
    let expectation: Expectation
    /// The function's own variables; their placeholders are not filled.
    let environment: [String: String]
    /// Whether the outcome is compared; an event without an expectation is only shown.
    package let isCompared: Bool

    /// The name of the set of variables whose process the case shares with others, as often as it is sent; nil if it
    /// has variables or a process of its own, waits on purpose, or does not start.
    package var sharedEnvironment: String? {
        guard expectation.variables.isEmpty, !expectation.needsOwnProcess, expectation.authsignal.delay == nil else {
            return nil
        }
        if case .startError = expectation.outcome { return nil }
        return expectation.environmentName
    }

    /// `Function/set/name`.
    package var title: String { [function, set, name].compactMap(\.self).joined(separator: "/") }

    /// One sentence about the case.
    package var description: String { expectation.description }

    /// A case whose parts are known.
    ///
    /// - Parameter environments: the file of the sets of variables.
    /// - Throws: `ReplayError.malformed`.
    init(
        function: String, name: String, set: String?, event: [UInt8], expectationText: [UInt8], place: String,
        environments: String, isCompared: Bool
    ) throws(ReplayError) {
        (self.function, self.name, self.set) = (function, name, set)
        (self.event, self.place, self.isCompared) = (event, place, isCompared)
        self.expectationText = expectationText
        do throws(Fault) {
            expectation = try Expectation(parsing: expectationText)
        } catch { throw .malformed(file: place, fault: error.text) }
        do throws(Fault) {
            environment = try Self.environment(try? EventFiles.bytes(environments), expectation)
        } catch { throw .malformed(file: environments, fault: error.text) }
    }

    /// A step of a saved sign-in, whose file has the variables.
    ///
    /// - Throws: `Fault`.
    init(
        step: String, function: String, event: [UInt8], expectationText: [UInt8], environment: [String: String],
        place: String
    ) throws(Fault) {
        (self.function, name, set) = (function, "step " + step, nil)
        (self.event, self.expectationText, self.place) = (event, expectationText, place)
        (self.environment, isCompared) = (environment, true)
        expectation = try Expectation(parsing: expectationText)
    }

    private static func environment(_ file: [UInt8]?, _ expectation: Expectation) throws(Fault) -> [String: String] {
        guard let file, let sets = try? JSONValue(parsing: file) else { throw Fault("it is absent or not JSON") }
        guard let set = sets[expectation.environmentName] else {
            throw Fault("it has no set \(expectation.environmentName)")
        }
        return try set.variables().merging(expectation.variables) { $1 }.compactMapValues { $0 }
    }
}
