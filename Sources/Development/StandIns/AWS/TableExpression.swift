private import Primitives

/// Evaluates DynamoDB's expressions, as far as conditional updates of one item need them.
struct TableExpression {
    private var tokens: ArraySlice<Substring>
    private let values: [String: TableAttribute]
    private let item: [String: TableAttribute]

    init(_ text: String, values: [String: TableAttribute], item: [String: TableAttribute]) {
        tokens = Self.tokens(text)[...]
        self.values = values
        self.item = item
    }

    /// The expression's words, numbers and signs.
    private static func tokens(_ text: String) -> [Substring] {
        let isWordByte: (UInt8) -> Bool = {
            $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: ":")
        }
        var rest = text[...]
        var tokens: [Substring] = []
        while let first = rest.utf8.first {
            let end =
                isWordByte(first)
                ? rest.utf8.firstIndex { !isWordByte($0) } ?? rest.endIndex
                : rest.index(rest.startIndex, offsetBy: ["<=", ">=", "<>"].contains { rest.hasPrefix($0) } ? 2 : 1)
            if first > 0x20 { tokens.append(rest[..<end]) }
            rest = rest[end...]
        }
        return tokens
    }

    // MARK: Conditions

    /// Whether a `ConditionExpression` holds for the item.
    mutating func condition() throws(TableRefusal) -> Bool {
        let holds = try disjunction()
        guard tokens.isEmpty else { throw .invalid("unexpected \(tokens.joined(separator: " "))") }
        return holds
    }

    private mutating func disjunction() throws(TableRefusal) -> Bool {
        var holds = try conjunction()
        while take("OR") {
            let next = try conjunction()
            holds = holds || next
        }
        return holds
    }

    private mutating func conjunction() throws(TableRefusal) -> Bool {
        var holds = try term()
        while take("AND") {
            let next = try term()
            holds = holds && next
        }
        return holds
    }

    private mutating func term() throws(TableRefusal) -> Bool {
        if take("NOT") { return try !term() }
        if take("(") {
            let holds = try disjunction()
            try require(")")
            return holds
        }
        for (function, mustExist) in [("attribute_exists", true), ("attribute_not_exists", false)] where take(function)
        {
            try require("(")
            let name = try word()
            try require(")")
            return (item[name] != nil) == mustExist
        }
        if take("contains") {
            try require("(")
            let set = item[try word()]
            try require(",")
            let member = try operand()
            try require(")")
            guard case .strings(let strings) = set, case .string(let string) = member else { return false }
            return strings.contains(string)
        }
        return try comparison()
    }

    private mutating func comparison() throws(TableRefusal) -> Bool {
        let left = try operand()
        let sign = try word()
        let right = try operand()
        guard let left, let right else { return sign == "<>" }
        switch (sign, left, right) {
        case ("=", _, _): return left == right
        case ("<>", _, _): return left != right
        case ("<", .number(let one), .number(let other)): return one < other
        case ("<=", .number(let one), .number(let other)): return one <= other
        case (">", .number(let one), .number(let other)): return one > other
        case (">=", .number(let one), .number(let other)): return one >= other
        default: return false
        }
    }

    /// A value, an attribute or an attribute's size; nil if the item has no such attribute.
    private mutating func operand() throws(TableRefusal) -> TableAttribute? {
        if take("size") {
            try require("(")
            let attribute = item[try word()]
            try require(")")
            switch attribute {
            case .strings(let set): return .number(Int64(set.count))
            case .string(let string): return .number(Int64(string.utf8.count))
            case .number, nil: return nil
            }
        }
        let name = try word()
        return name.hasPrefix(":") ? try value(name) : item[name]
    }

    // MARK: Updates

    /// The item after an `UpdateExpression`.
    mutating func updated() throws(TableRefusal) -> [String: TableAttribute] {
        var updated = item
        while let clause = tokens.popFirst() {
            repeat {
                let name = try word()
                switch clause {
                case "SET":
                    try require("=")
                    updated[name] = try value(try word())
                case "ADD": updated[name] = try Self.sum(updated[name], try value(try word()))
                case "REMOVE": updated[name] = nil
                default: throw .invalid("unexpected \(clause)")
                }
            } while take(",")
        }
        return updated
    }

    private static func sum(_ old: TableAttribute?, _ added: TableAttribute) throws(TableRefusal) -> TableAttribute {
        switch (old, added) {
        case (nil, .number), (nil, .strings): return added
        case (.number(let one), .number(let other)): return .number(one + other)
        case (.strings(let one), .strings(let other)): return .strings(one.union(other))
        default: throw .invalid("ADD needs a number or a set, of the attribute's own type")
        }
    }

    // MARK: Tokens

    private func value(_ name: String) throws(TableRefusal) -> TableAttribute {
        guard let value = values[name] else { throw .invalid("the value \(name) is not given") }
        return value
    }

    private mutating func word() throws(TableRefusal) -> String {
        guard let token = tokens.popFirst() else { throw .invalid("the expression ends too early") }
        return String(token)
    }

    private mutating func take(_ token: String) -> Bool {
        guard tokens.first.map({ $0 == token }) ?? false else { return false }
        tokens.removeFirst()
        return true
    }

    private mutating func require(_ token: String) throws(TableRefusal) {
        guard take(token) else { throw .invalid("\(token) is missing") }
    }
}
