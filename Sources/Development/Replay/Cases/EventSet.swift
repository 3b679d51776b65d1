internal import Essentials
internal import JSON

/// A folder `Function/set`: whole events with their expectations beside them, and tables of cases.
struct EventSet {
    /// The path of the folder.
    let folder: String
    /// The files of whole events, by the names of the events.
    let wholeEvents: [String: String]
    /// The files of tables, in the order of their names.
    let tables: [String]

    /// The set of a folder.
    ///
    /// - Throws: `ReplayError.noExpectation` for a file that is neither a whole event nor a table.
    init(folder: String) throws(ReplayError) {
        self.folder = folder
        var wholeEvents: [String: String] = [:]
        var tables: [String] = []
        for file in try EventFiles.names(in: folder) where !file.hasSuffix(EventFiles.expectationSuffix) {
            let path = folder + "/" + file
            if EventFiles.hasExpectation(path) {
                wholeEvents[EventFiles.name(of: path)] = path
            } else if CaseTable.isTable(try EventFiles.bytes(path)) {
                tables.append(path)
            } else {
                throw .noExpectation(event: path)
            }
        }
        (self.wholeEvents, self.tables) = (wholeEvents, tables)
    }

    /// All cases of the set, in the order of their names.
    ///
    /// - Throws: `ReplayError`.
    func cases() throws(ReplayError) -> [ReplayCase] {
        var cases: [ReplayCase] = []
        var files = wholeEvents
        for (_, path) in wholeEvents { cases.append(try wholeCase(path)) }
        for file in tables {
            for tableCase in try self.cases(ofTable: file) {
                if let other = files.updateValue(file, forKey: tableCase.name) {
                    throw .table(
                        file: file, case: tableCase.name,
                        fault: .duplicateCase(otherFile: URL(filePath: other).lastPathComponent))
                }
                cases.append(tableCase)
            }
        }
        return cases.sorted { $0.title < $1.title }
    }

    /// The case of a whole event.
    func wholeCase(_ path: String) throws(ReplayError) -> ReplayCase {
        try ReplayCase(
            function: function, name: EventFiles.name(of: path), set: name, event: try EventFiles.event(path),
            expectationText: try EventFiles.bytes(EventFiles.expectation(of: path)), place: path,
            environments: EventFiles.environments(in: root), isCompared: true)
    }

    /// The cases of a table.
    func cases(ofTable file: String) throws(ReplayError) -> [ReplayCase] {
        let table = try CaseTable(parsing: try EventFiles.bytes(file), file: file)
        var cases: [ReplayCase] = []
        for row in table.rows { cases.append(try tableCase(row, file: file)) }
        return cases
    }

    private func tableCase(_ row: CaseRow, file: String) throws(ReplayError) -> ReplayCase {
        let event, expectation: [UInt8]
        do throws(TableFault) {
            let base = try base(row.base)
            event = try row.event(from: (try? EventFiles.event(base)) ?? [])
            expectation = try row.expectation(from: (try? EventFiles.bytes(EventFiles.expectation(of: base))) ?? [])
        } catch {
            throw .table(file: file, case: row.name, fault: error)
        }
        return try ReplayCase(
            function: function, name: row.name, set: name, event: event, expectationText: expectation,
            place: file + "#" + row.name, environments: EventFiles.environments(in: root), isCompared: true)
    }

    /// The file of a base: a whole event of this set, or with `set/name` of another set of the function.
    private func base(_ base: String) throws(TableFault) -> String {
        let parts = base.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        let name = parts.last ?? ""
        guard parts.count <= 2,
            let set = parts.count == 1 ? self : try? EventSet(folder: functionFolder + "/" + parts[0])
        else { throw .unknownBase(base) }
        if let path = set.wholeEvents[name] { return path }
        for file in set.tables {
            let table = try? CaseTable(parsing: (try? EventFiles.bytes(file)) ?? [], file: file)
            if let table, table.rows.contains(where: { $0.name == name }) { throw .baseInTable(base) }
        }
        throw .unknownBase(base)
    }

    private var name: String { URL(filePath: folder).lastPathComponent }

    private var functionFolder: String { URL(filePath: folder).deletingLastPathComponent().path }

    private var function: String { URL(filePath: functionFolder).lastPathComponent }

    /// The folder of all functions, which holds the sets of variables.
    private var root: String { URL(filePath: functionFolder).deletingLastPathComponent().path }
}
