internal import Essentials

/// The folder of the sample events: a folder a function, in it a folder a set.
package struct EventFolder: Sendable {
    /// The path of the folder.
    private let path: String

    /// The folder at a path.
    package init(_ path: String) { self.path = path }

    /// All cases, in the order of their titles.
    ///
    /// - Throws: `ReplayError`.
    package func cases() throws(ReplayError) -> [ReplayCase] {
        var cases: [ReplayCase] = []
        for function in try EventFiles.folders(in: path) {
            for folder in try EventFiles.folders(in: function) { cases += try EventSet(folder: folder).cases() }
        }
        guard !cases.isEmpty else { throw .noEvents(path: path) }
        return cases.sorted { $0.title < $1.title }
    }

    /// The cases that a name stands for.
    ///
    /// - Parameters:
    ///   - name: the file of a whole event or of its expectation, a table, `table.json#case`, a title as a replay
    ///     prints it, or any other file with an event, which is only shown.
    ///   - environment: the set of variables for an event that is only shown.
    /// - Throws: `ReplayError`.
    package func cases(named name: String, environment: String) throws(ReplayError) -> [ReplayCase] {
        let file = EventFiles.eventFile(of: name)
        guard EventFiles.isFile(file) else { return [try oneCase(name)] }
        if EventFiles.hasExpectation(file) { return [try Self.set(of: file).wholeCase(file)] }
        guard CaseTable.isTable(try EventFiles.bytes(file)) else {
            return [try ReplayCase(showing: file, under: environment, in: path)]
        }
        return try Self.set(of: file).cases(ofTable: file)
    }

    /// The case of a table, or of a title.
    private func oneCase(_ name: String) throws(ReplayError) -> ReplayCase {
        let parts = name.split(separator: "#", maxSplits: 1).map(String.init)
        let found: ReplayCase?
        if parts.count == 2, EventFiles.isFile(parts[0]) {
            found = try Self.set(of: parts[0]).cases(ofTable: parts[0]).first { $0.name == parts[1] }
        } else {
            let folder = path + "/" + name.split(separator: "/").dropLast().joined(separator: "/")
            found = try (try? EventSet(folder: folder))?.cases().first { $0.title == name }
        }
        guard let found else { throw .noCase(name: name) }
        return found
    }

    private static func set(of file: String) throws(ReplayError) -> EventSet {
        try EventSet(folder: URL(filePath: file).deletingLastPathComponent().path)
    }
}
