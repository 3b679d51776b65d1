internal import Foundation
internal import JSON

/// One event of a replay with what is expected of it.
package struct ReplayCase: Sendable {
    /// The function: the name of the folder.
    package let function: String
    /// The name of the event's file, without its extension.
    package let name: String
    /// The event as its file has it, without the line end that closes the file.
    let event: [UInt8]
    /// The text of the file of the expectation.
    let expectationText: [UInt8]
    /// What that file says before placeholders are filled.
    let expectation: Expectation
    /// The function's own variables; their placeholders are not filled.
    let environment: [String: String]
    /// Whether the outcome is compared; an event that nothing is expected of is only shown.
    package let isCompared: Bool

    /// `Function/name`.
    package var title: String { function + "/" + name }

    /// What the file of the expectation calls the case.
    package var description: String { expectation.description }

    static let expectationSuffix = ".expected.json"
    private static let environmentsFile = "environments.json"

    /// The cases of a folder that holds a folder a function, in the order of their names.
    ///
    /// - Throws: `ReplayError`.
    package static func all(in folder: String) throws(ReplayError) -> [ReplayCase] {
        var cases: [ReplayCase] = []
        for function in try names(in: folder) where isFolder(folder + "/" + function) {
            for file in try names(in: folder + "/" + function) where !file.hasSuffix(expectationSuffix) {
                cases.append(try ReplayCase(path: "\(folder)/\(function)/\(file)"))
            }
        }
        guard !cases.isEmpty else { throw .noEvents(path: folder) }
        return cases.sorted { $0.title < $1.title }
    }

    /// The case of an event's file; the file of the expectation stands beside it, `environments.json` one folder up.
    ///
    /// - Throws: `ReplayError`.
    package init(path: String) throws(ReplayError) {
        let eventPath = Self.eventPath(path)
        let expected = Self.stem(eventPath) + Self.expectationSuffix
        guard Self.hasExpectation(eventPath) else { throw .noExpectation(event: path) }
        let folder = URL(filePath: eventPath).deletingLastPathComponent()
        try self.init(
            function: folder.lastPathComponent, name: URL(filePath: Self.stem(eventPath)).lastPathComponent,
            event: try Self.event(eventPath), expectationText: try Self.bytes(expected), file: expected,
            environments: Self.environments(in: folder.deletingLastPathComponent().path), isCompared: true)
    }

    /// A case whose parts are known.
    ///
    /// - Parameters:
    ///   - file: where the expectation is from.
    ///   - environments: the path of the sets of variables.
    init(
        function: String, name: String, event: [UInt8], expectationText: [UInt8], file: String, environments: String,
        isCompared: Bool
    ) throws(ReplayError) {
        (self.function, self.name, self.event, self.isCompared) = (function, name, event, isCompared)
        self.expectationText = expectationText
        do throws(Fault) {
            expectation = try Expectation(parsing: expectationText)
        } catch { throw .malformed(file: file, fault: error.text) }
        do throws(Fault) {
            environment = try Self.environment(try? Self.bytes(environments), expectation)
        } catch { throw .malformed(file: environments, fault: error.text) }
    }

    /// A path without the extension.
    static func stem(_ path: String) -> String { URL(filePath: path).deletingPathExtension().path }

    /// The bytes of an event's file.
    static func event(_ path: String) throws(ReplayError) -> [UInt8] {
        var event = try bytes(path)
        while event.last == UInt8(ascii: "\n") { event.removeLast() }
        return event
    }

    /// The sets of variables of a folder of events.
    static func environments(in folder: String) -> String { folder + "/" + environmentsFile }

    /// The path of an event, also where that of its expectation is given.
    private static func eventPath(_ path: String) -> String {
        guard path.hasSuffix(expectationSuffix) else { return path }
        let stem = String(path.dropLast(expectationSuffix.count))
        return [".json", ".txt"].map { stem + $0 }.first(where: FileManager.default.fileExists) ?? path
    }

    private static func environment(_ file: [UInt8]?, _ expectation: Expectation) throws(Fault) -> [String: String] {
        guard let file, let sets = try? JSONValue(parsing: file) else { throw Fault("it is absent or no JSON") }
        guard let set = sets[expectation.environmentName] else {
            throw Fault("it has no set \(expectation.environmentName)")
        }
        return try set.variables().merging(expectation.variables) { $1 }.compactMapValues { $0 }
    }

    private static func bytes(_ path: String) throws(ReplayError) -> [UInt8] {
        guard let data = FileManager.default.contents(atPath: path) else { throw .unreadable(path: path) }
        return [UInt8](data)
    }

    private static func names(in folder: String) throws(ReplayError) -> [String] {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
            throw .unreadable(path: folder)
        }
        return names.filter { !$0.hasPrefix(".") }.sorted()
    }

    private static func isFolder(_ path: String) -> Bool {
        (try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType) == .typeDirectory
    }
}
