/// Parses what `SET` computes.
enum UpdateParser {
    /// An operand, or the sum or difference of two.
    static func value(_ tokens: inout ExpressionTokens) throws(TableRefusal) -> UpdateExpression.Value {
        let left = try operand(&tokens)
        for sign in ["+", "-"] where tokens.take(sign) {
            let right = try operand(&tokens)
            for case .value(let value) in [left, right] {
                if case .number = value { continue }
                throw wrongType(value, sign, tokens)
            }
            return sign == "+" ? .sum(left, right) : .difference(left, right)
        }
        return left
    }

    private static func operand(_ tokens: inout ExpressionTokens) throws(TableRefusal) -> UpdateExpression.Value {
        if let value = try tokens.value() { return .value(value) }
        guard let function = tokens.takeFunction(among: ["if_not_exists", "list_append"]) else {
            return .path(try tokens.path())
        }
        let result: UpdateExpression.Value
        if function == "if_not_exists" {
            let path = try tokens.path()
            try tokens.require(",")
            result = .ifNotExists(path, try operand(&tokens))
        } else {
            let first = try operand(&tokens)
            try tokens.require(",")
            let second = try operand(&tokens)
            for case .value(let value) in [first, second] {
                if case .list = value { continue }
                throw wrongType(value, function, tokens)
            }
            result = .appended(first, second)
        }
        try tokens.require(")")
        return result
    }

    private static func wrongType(
        _ value: TableAttribute, _ function: String, _ tokens: ExpressionTokens
    ) -> TableRefusal {
        tokens.fault(
            "Incorrect operand type for operator or function; operator or function: \(function), "
                + "operand type: \(value.type)")
    }
}
