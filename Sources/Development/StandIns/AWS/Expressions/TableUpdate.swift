/// A parsed `UpdateExpression`.
struct TableUpdate {
    private enum Action {
        case set(TableAttribute)
        case remove
        case add(TableAttribute)
        case delete(Set<String>)
    }

    private var actions: [String: Action] = [:]

    /// Parses an expression.
    /// - Parameter keyNames: the attributes of the key, which no update may change.
    init(_ text: String, _ keyNames: [String], _ reader: inout ExpressionReader) throws(TableRefusal) {
        try reader.begin(text, "UpdateExpression")
        var clauses = ["SET", "REMOVE", "ADD", "DELETE"]
        while !reader.isAtEnd {
            guard let clause = clauses.first(where: { reader.take($0) }) else { throw reader.refusal }
            clauses.removeAll { $0 == clause }
            repeat {
                let start = reader
                let name = try reader.name()
                guard !keyNames.contains(name), actions[name] == nil else { throw start.refusal }
                actions[name] = try Self.action(clause, &reader)
            } while reader.take(",")
        }
    }

    private static func action(_ clause: String, _ reader: inout ExpressionReader) throws(TableRefusal) -> Action {
        if clause == "REMOVE" { return .remove }
        if clause == "SET" { try reader.require("=") }
        let start = reader
        switch (clause, try reader.value()) {
        case ("SET", let value): return .set(value)
        case ("ADD", let value):
            switch value {
            case .number, .strings: return .add(value)
            default: throw start.refusal
            }
        case (_, .strings(let members)): return .delete(members)
        default: throw start.refusal
        }
    }

    /// The item after the update.
    func applied(to item: TableItem) throws(TableRefusal) -> TableItem {
        var item = item
        for (name, action) in actions {
            switch (action, item[name]) {
            case (.set(let value), _), (.add(let value), nil): item[name] = value
            case (.remove, _): item[name] = nil
            case (.add(.number(let number)), .number(let old)):
                let (sum, overflows) = old.addingReportingOverflow(number)
                guard !overflows else { throw .notPlayed("numbers of more than 64 bits") }
                item[name] = .number(sum)
            case (.add(.strings(let members)), .strings(let old)): item[name] = .strings(old.union(members))
            case (.delete, nil): break
            case (.delete(let members), .strings(let old)):
                // There are no empty sets.
                let left = old.subtracting(members)
                item[name] = left.isEmpty ? nil : .strings(left)
            default: throw .invalid("An operand in the update expression has an incorrect data type")
            }
        }
        return item
    }
}
