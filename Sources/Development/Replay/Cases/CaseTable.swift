internal import JSON

/// A file of cases that are written as edits of whole events.
struct CaseTable: Sendable {
    /// The cases in the order of the file.
    let rows: [CaseRow]

    /// The members of a table.
    private static let members: Set<String> = ["base", "cases"]

    /// Whether a text is a table rather than an event.
    static func isTable(_ bytes: [UInt8]) -> Bool {
        // A table with a fault must be reported as a table: duplicate names, the likeliest, do not parse.
        guard let value = try? JSONValue(parsing: bytes) else {
            return bytes.firstRange(of: Array(#""cases""#.utf8)) != nil
        }
        return value["cases"] != nil
    }

    /// Reads the text of a table.
    ///
    /// - Throws: `ReplayError.table`, which names the file and the case.
    init(parsing bytes: [UInt8], file: String) throws(ReplayError) {
        let table: JSONValue
        do { table = try JSONValue(parsing: bytes) } catch {
            throw .table(file: file, case: nil, fault: Self.fault(error, in: bytes))
        }
        do throws(TableFault) { try table.requireMembers(of: Self.members) } catch {
            throw .table(file: file, case: nil, fault: error)
        }
        guard let base = table["base"]?.string else {
            throw .table(file: file, case: nil, fault: .member("base", is: "the name of a whole event"))
        }
        guard let cases = table["cases"], cases.kind == .object, !cases.members.isEmpty else {
            throw .table(file: file, case: nil, fault: .member("cases", is: "an object that has a case"))
        }
        var rows: [CaseRow] = []
        for (name, value) in cases.members {
            do throws(TableFault) { rows.append(try CaseRow(name: name, value, base: base)) } catch {
                throw .table(file: file, case: name, fault: error)
            }
        }
        self.rows = rows
    }

    /// The parser gives the place of a name that stands twice; a reader needs the name.
    private static func fault(_ error: JSONError, in bytes: [UInt8]) -> TableFault {
        guard case .duplicateMember(let offset) = error else { return .notJSON("\(error)") }
        let name = bytes[(offset + 1)...].prefix { $0 != UInt8(ascii: "\"") }
        return .duplicate(String(decoding: name, as: UTF8.self))
    }
}

extension JSONValue {
    /// Refuses a member that nobody would read.
    func requireMembers(of names: Set<String>) throws(TableFault) {
        for member in members where !names.contains(member.name) { throw .unknownMember(member.name) }
    }
}
