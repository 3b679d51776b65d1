/// The items that a `Query` reads: one partition, and those whose sort key meets a condition.
struct KeyCondition {
    let pk: [UInt8]
    let sort: Sort

    /// The condition on the sort key.
    struct Sort {
        fileprivate let condition: ConditionExpression?

        func holds(for item: TableItem) -> Bool { condition?.holds(for: item) ?? true }
    }

    /// Parses a `KeyConditionExpression`: `pk = :value`, and possibly `AND` a condition on `sk`.
    init(_ text: String, of schema: TableSchema, input: inout ExpressionInput) throws(TableRefusal) {
        var parts = [try ConditionExpression(text, kind: "KeyConditionExpression", input: &input)]
        if case .and(let one, let other) = parts[0] { parts = [one, other] }
        var pk: [UInt8]?
        var sort: ConditionExpression?
        for part in parts {
            switch part {
            case .compare(.path(let path), .equal, .value(let value)) where path.text == "[pk]" && pk == nil:
                guard case .string(let text) = value else {
                    throw .invalid(
                        "One or more parameter values were invalid: Condition parameter type does not match schema type"
                    )
                }
                pk = Array(text.utf8)
            case .compare(.path(let path), let comparator, .value(.string))
            where path.text == "[sk]" && sort == nil && comparator != .notEqual:
                sort = part
            case .between(.path(let path), .value(.string), .value(.string)) where path.text == "[sk]" && sort == nil:
                sort = part
            case .beginsWith(let path, .string) where path.text == "[sk]" && sort == nil: sort = part
            default: throw .invalid("Query key condition not supported")
            }
        }
        guard let pk else { throw .invalid("Query condition missed key schema element: pk") }
        guard sort == nil || schema.hasSortKey else { throw .invalid("Query key condition not supported") }
        self.pk = pk
        self.sort = Sort(condition: sort)
    }
}
