/// A parsed `UpdateExpression`.
struct UpdateExpression {
    /// What `SET` computes.
    indirect enum Value {
        case value(TableAttribute)
        case path(ExpressionPath)
        case ifNotExists(ExpressionPath, Value)
        case appended(Value, Value)
        case sum(Value, Value)
        case difference(Value, Value)
    }

    enum Action {
        case set(Value)
        case remove
        case add(TableAttribute)
        case delete(TableAttribute)
    }

    private(set) var actions: [(path: ExpressionPath, action: Action)] = []

    /// Parses an expression.
    /// - Parameter input: the names and values; what the expression uses is marked there.
    init(_ text: String, input: inout ExpressionInput) throws(TableRefusal) {
        var tokens = try ExpressionTokens(text, kind: "UpdateExpression", input: input)
        var seen: Set<String> = []
        while !tokens.isEmpty {
            var found: String?
            for clause in ["SET", "REMOVE", "ADD", "DELETE"] where found == nil && tokens.takeKeyword(clause) {
                found = clause
            }
            guard let clause = found else { throw tokens.syntaxError() }
            guard seen.insert(clause).inserted else {
                throw tokens.fault("The \"\(clause)\" section can only be used once in an update expression;")
            }
            repeat {
                let path = try tokens.path()
                actions.append((path, try Self.action(clause, &tokens)))
            } while tokens.take(",")
        }
        input = tokens.input
        try checkOverlaps(tokens)
    }

    private static func action(
        _ clause: String, _ tokens: inout ExpressionTokens
    ) throws(TableRefusal) -> Action {
        switch clause {
        case "SET":
            try tokens.require("=")
            return .set(try UpdateParser.value(&tokens))
        case "REMOVE": return .remove
        default:
            guard let value = try tokens.value() else { throw tokens.syntaxError() }
            switch (clause, value) {
            case ("ADD", .number), ("ADD", .strings), ("ADD", .numbers): return .add(value)
            case ("DELETE", .strings), ("DELETE", .numbers): return .delete(value)
            default:
                throw tokens.fault(
                    "Incorrect operand type for operator or function; operator: \(clause), "
                        + "operand type: \(value.longType), typeSet: ALLOWED_FOR_\(clause)_OPERAND")
            }
        }
    }

    /// Two actions may not concern the same value, nor one what is in the other.
    private func checkOverlaps(_ tokens: ExpressionTokens) throws(TableRefusal) {
        for (index, one) in actions.enumerated() {
            for other in actions[(index + 1)...] where one.path.overlaps(other.path) {
                throw tokens.fault(
                    "Two document paths overlap with each other; must remove or rewrite one of these paths; "
                        + "path one: \(one.path.text), path two: \(other.path.text)")
            }
        }
    }
}

extension TableAttribute {
    /// The name of the type as the service's texts about operands write it.
    fileprivate var longType: String {
        switch self {
        case .string: "STRING"
        case .number: "NUMBER"
        case .bytes: "BINARY"
        case .bool: "BOOLEAN"
        case .null: "NULL"
        case .strings: "STRING_SET"
        case .numbers: "NUMBER_SET"
        case .list: "LIST"
        case .map: "MAP"
        }
    }
}
