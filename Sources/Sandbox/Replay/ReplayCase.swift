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

    /// `Function/name`.
    package var title: String { function + "/" + name }

    /// What the file of the expectation calls the case.
    package var description: String { expectation.description }

    private static let expectationSuffix = ".expected.json"
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
        let file = URL(filePath: Self.eventPath(path))
        let folder = file.deletingLastPathComponent()
        function = folder.lastPathComponent
        name = file.deletingPathExtension().lastPathComponent
        var event = try Self.bytes(file.path)
        while event.last == UInt8(ascii: "\n") { event.removeLast() }
        self.event = event
        let expected = folder.appending(path: name + Self.expectationSuffix).path
        guard FileManager.default.fileExists(atPath: expected) else { throw .noExpectation(event: path) }
        expectationText = try Self.bytes(expected)
        let environments = folder.deletingLastPathComponent().appending(path: Self.environmentsFile).path
        do throws(Fault) {
            expectation = try Expectation(parsing: expectationText)
        } catch { throw .malformed(file: expected, fault: error.text) }
        do throws(Fault) {
            environment = try Self.environment(try? Self.bytes(environments), expectation)
        } catch { throw .malformed(file: environments, fault: error.text) }
    }

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
