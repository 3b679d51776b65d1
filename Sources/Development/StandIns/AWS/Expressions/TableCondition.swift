/// A parsed condition: of a write, of a filter, or on the key of a query.
indirect enum TableCondition {
    case either(TableCondition, TableCondition)
    case both(TableCondition, TableCondition)
    case not(TableCondition)
    case exists(String)
    case equals(String, TableAttribute)
    case isLess(String, than: Int64)
    case contains(String, String)
    case hasFewer(String, than: Int64)

    /// Parses an expression. `NOT` binds more tightly than `AND`, and `AND` more tightly than `OR`.
    /// - Parameter kind: the member of the request that holds it.
    init(_ text: String, kind: String, _ reader: inout ExpressionReader) throws(TableRefusal) {
        try reader.begin(text, kind)
        self = try Self.disjunction(&reader)
        guard reader.isAtEnd else { throw reader.refusal }
    }

    private static func disjunction(_ reader: inout ExpressionReader) throws(TableRefusal) -> Self {
        var condition = try conjunction(&reader)
        while reader.take("OR") { condition = .either(condition, try conjunction(&reader)) }
        return condition
    }

    private static func conjunction(_ reader: inout ExpressionReader) throws(TableRefusal) -> Self {
        var condition = try term(&reader)
        while reader.take("AND") { condition = .both(condition, try term(&reader)) }
        return condition
    }

    private static func term(_ reader: inout ExpressionReader) throws(TableRefusal) -> Self {
        if reader.take("NOT") { return .not(try term(&reader)) }
        if reader.take("(") {
            let condition = try disjunction(&reader)
            try reader.require(")")
            return condition
        }
        let functions = ["attribute_exists", "attribute_not_exists", "contains", "size"]
        guard let function = reader.function(among: functions) else { return try comparison(&reader) }
        let name = try reader.name()
        if function == "contains" {
            try reader.require(",")
            let start = reader
            guard case .string(let member) = try reader.value() else { throw start.refusal }
            try reader.require(")")
            return .contains(name, member)
        }
        try reader.require(")")
        if function == "size" {
            try reader.require("<")
            return .hasFewer(name, than: try reader.number())
        }
        return function == "attribute_exists" ? .exists(name) : .not(.exists(name))
    }

    private static func comparison(_ reader: inout ExpressionReader) throws(TableRefusal) -> Self {
        let name = try reader.name()
        if reader.take("=") { return .equals(name, try reader.value()) }
        try reader.require("<")
        if reader.take(">") { return .not(.equals(name, try reader.value())) }
        let isEqualEnough = reader.take("=")
        let limit = try reader.number()
        let isLess = Self.isLess(name, than: limit)
        return isEqualEnough ? .either(isLess, .equals(name, .number(limit))) : isLess
    }

    /// Whether the condition holds for an item; an item that does not exist has no attributes.
    func holds(for item: TableItem) -> Bool {
        switch self {
        case .either(let one, let other): one.holds(for: item) || other.holds(for: item)
        case .both(let one, let other): one.holds(for: item) && other.holds(for: item)
        case .not(let condition): !condition.holds(for: item)
        case .exists(let name): item[name] != nil
        case .equals(let name, let value): item[name] == value
        case .isLess(let name, let limit): if case .number(let number) = item[name] { number < limit } else { false }
        case .contains(let name, let member):
            if case .strings(let members) = item[name] { members.contains(member) } else { false }
        case .hasFewer(let name, let limit):
            if case .strings(let members) = item[name] { members.count < limit } else { false }
        }
    }
}
