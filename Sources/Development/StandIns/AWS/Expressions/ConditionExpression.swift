/// A parsed condition: of a write, of a filter, or on the keys of a query.
indirect enum ConditionExpression {
    enum Comparator: String, CaseIterable {
        case equal = "=", notEqual = "<>", less = "<", lessOrEqual = "<=", greater = ">", greaterOrEqual = ">="
    }

    /// What is compared.
    enum Operand {
        case value(TableAttribute)
        case path(ExpressionPath)
        case size(ExpressionPath)
    }

    case or(ConditionExpression, ConditionExpression)
    case and(ConditionExpression, ConditionExpression)
    case not(ConditionExpression)
    case compare(Operand, Comparator, Operand)
    case between(Operand, Operand, Operand)
    case isIn(Operand, [Operand])
    case exists(ExpressionPath)
    case doesNotExist(ExpressionPath)
    case hasType(ExpressionPath, String)
    case beginsWith(ExpressionPath, TableAttribute)
    case contains(ExpressionPath, Operand)

    /// Parses an expression.
    /// - Parameters:
    ///   - kind: the member of the request that holds it.
    ///   - input: the names and values; what the expression uses is marked there.
    init(_ text: String, kind: String, input: inout ExpressionInput) throws(TableRefusal) {
        var parser = ConditionParser(tokens: try ExpressionTokens(text, kind: kind, input: input))
        self = try parser.disjunction()
        try parser.tokens.requireEnd()
        input = parser.tokens.input
    }
}
