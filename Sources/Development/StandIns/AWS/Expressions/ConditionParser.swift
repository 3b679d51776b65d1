/// Parses conditions; `NOT` binds more tightly than `AND`, and `AND` more tightly than `OR`.
struct ConditionParser {
    var tokens: ExpressionTokens

    mutating func disjunction() throws(TableRefusal) -> ConditionExpression {
        var condition = try conjunction()
        while tokens.takeKeyword("OR") { condition = .or(condition, try conjunction()) }
        return condition
    }

    private mutating func conjunction() throws(TableRefusal) -> ConditionExpression {
        var condition = try term()
        while tokens.takeKeyword("AND") { condition = .and(condition, try term()) }
        return condition
    }

    private mutating func term() throws(TableRefusal) -> ConditionExpression {
        if tokens.takeKeyword("NOT") { return .not(try term()) }
        if tokens.take("(") {
            let condition = try disjunction()
            try tokens.require(")")
            return condition
        }
        let functions = ["attribute_exists", "attribute_not_exists", "attribute_type", "begins_with", "contains"]
        guard let function = tokens.takeFunction(among: functions) else { return try comparison() }
        let condition = try call(function)
        try tokens.require(")")
        return condition
    }

    /// What is in the parentheses of a function.
    private mutating func call(_ function: String) throws(TableRefusal) -> ConditionExpression {
        guard case .path(let path) = try operand() else {
            throw tokens.fault(
                "Operator or function requires a document path; operator or function: \(function)")
        }
        switch function {
        case "attribute_exists": return .exists(path)
        case "attribute_not_exists": return .doesNotExist(path)
        default: break
        }
        try tokens.require(",")
        let second = try operand()
        if function == "contains" { return .contains(path, second) }
        guard case .value(let value) = second else {
            throw tokens.fault("the stand-in takes only a value as the second operand of \(function)")
        }
        switch (function, value) {
        case ("attribute_type", .string(let type)): return .hasType(path, type)
        case ("begins_with", .string), ("begins_with", .bytes): return .beginsWith(path, value)
        default: throw wrongType(value, function)
        }
    }

    private mutating func comparison() throws(TableRefusal) -> ConditionExpression {
        let left = try operand()
        if tokens.takeKeyword("BETWEEN") {
            let lowest = try operand()
            guard tokens.takeKeyword("AND") else { throw tokens.syntaxError() }
            let highest = try operand()
            try requireOrder([left, lowest, highest], "BETWEEN")
            return .between(left, lowest, highest)
        }
        if tokens.takeKeyword("IN") {
            try tokens.require("(")
            var choices = [try operand()]
            while tokens.take(",") { choices.append(try operand()) }
            try tokens.require(")")
            return .isIn(left, choices)
        }
        var found: ConditionExpression.Comparator?
        for comparator in ConditionExpression.Comparator.allCases where found == nil && tokens.take(comparator.rawValue)
        {
            found = comparator
        }
        guard let found else { throw tokens.syntaxError() }
        let right = try operand()
        if found != .equal, found != .notEqual { try requireOrder([left, right], found.rawValue) }
        return .compare(left, found, right)
    }

    private mutating func operand() throws(TableRefusal) -> ConditionExpression.Operand {
        if tokens.takeFunction(among: ["size"]) != nil {
            let path = try tokens.path()
            try tokens.require(")")
            return .size(path)
        }
        if let value = try tokens.value() { return .value(value) }
        return .path(try tokens.path())
    }

    /// Refuses values of types that have no order.
    private func requireOrder(
        _ operands: [ConditionExpression.Operand], _ function: String
    ) throws(TableRefusal) {
        for case .value(let value) in operands where value.isLess(than: value) == nil {
            throw wrongType(value, function)
        }
    }

    private func wrongType(_ value: TableAttribute, _ function: String) -> TableRefusal {
        tokens.fault(
            "Incorrect operand type for operator or function; operator or function: \(function), "
                + "operand type: \(value.type)")
    }
}
