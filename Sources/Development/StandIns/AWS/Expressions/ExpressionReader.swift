internal import JSON
private import Primitives

/// Reads the expressions of a request one after the other, with the names and values that they refer to.
struct ExpressionReader {
    private var names: [String: String] = [:]
    private var values: TableItem = [:]
    private var unused: Set<String> = []
    private var kind = ""
    private var text = ""
    private var tokens: ArraySlice<Substring> = []

    /// Takes `ExpressionAttributeNames` and `ExpressionAttributeValues` of a request.
    init(_ request: TableRequest) throws(TableRefusal) {
        for (name, value) in request["ExpressionAttributeNames"]?.members ?? [] {
            guard let attribute = value.string else { throw .notPlayed("a name that is no text") }
            names[name] = attribute
        }
        if let given = request["ExpressionAttributeValues"] { values = try TableItem(json: given) }
        unused = Set(names.keys).union(values.keys)
    }

    /// Begins an expression.
    /// - Parameter kind: the member of the request that holds it, such as `ConditionExpression`.
    mutating func begin(_ text: String, _ kind: String) throws(TableRefusal) {
        (self.kind, self.text) = (kind, text)
        tokens = Self.tokens(text)[...]
        guard !isAtEnd else { throw .invalid("Invalid \(kind): The expression can not be empty;") }
    }

    /// The words, and the signs one by one.
    private static func tokens(_ text: String) -> [Substring] {
        let isWordByte: (UInt8) -> Bool = { $0.isASCIIAlphanumeric || "_:#".utf8.contains($0) }
        var tokens: [Substring] = []
        for part in text.split(separator: " ") {
            var rest = part.utf8
            while !rest.isEmpty {
                let token = rest.prefix(max(rest.prefix(while: isWordByte).count, 1))
                tokens.append(Substring(token))
                rest = rest.dropFirst(token.count)
            }
        }
        return tokens
    }

    var isAtEnd: Bool { tokens.isEmpty }

    /// The refusal of the next word or sign.
    var refusal: TableRefusal { .notPlayed("\"\(tokens.first ?? "<end>")\" here in the \(kind) \"\(text)\"") }

    /// Takes the next word or sign if it is this one.
    mutating func take(_ token: String) -> Bool {
        guard tokens.first.map({ $0 == token }) ?? false else { return false }
        tokens.removeFirst()
        return true
    }

    mutating func require(_ token: String) throws(TableRefusal) {
        guard take(token) else { throw refusal }
    }

    /// Takes the name of a function and the parenthesis that follows it; nil if there is none of these functions.
    mutating func function(among names: [String]) -> String? {
        guard let name = tokens.first.map(String.init), names.contains(name), tokens.dropFirst().first == "(" else {
            return nil
        }
        tokens = tokens.dropFirst(2)
        return name
    }

    /// Takes the name of an attribute, such as `name` or `#name`.
    mutating func name() throws(TableRefusal) -> String {
        guard let token = tokens.first.map(String.init), let first = token.utf8.first else { throw refusal }
        guard first == UInt8(ascii: "#") || first.isASCIILowercase else { throw refusal }
        if first != UInt8(ascii: "#") {
            tokens.removeFirst()
            return token
        }
        unused.remove(token)
        guard let name = names[token] else {
            throw .invalid(
                "Invalid \(kind): An expression attribute name used in the document path is not defined; "
                    + "attribute name: \(token)")
        }
        tokens.removeFirst()
        return name
    }

    /// Takes a value, such as `:user`.
    mutating func value() throws(TableRefusal) -> TableAttribute {
        guard let token = tokens.first.map(String.init), token.hasPrefix(":") else { throw refusal }
        unused.remove(token)
        guard let value = values[token] else {
            throw .invalid(
                "Invalid \(kind): An expression attribute value used in expression is not defined; "
                    + "attribute value: \(token)")
        }
        tokens.removeFirst()
        return value
    }

    /// Takes a value that is a number: only numbers are compared by their order.
    mutating func number() throws(TableRefusal) -> Int64 {
        let start = self
        guard case .number(let number) = try value() else { throw start.refusal }
        return number
    }

    /// Refuses names and values that no expression uses.
    func requireAllUsed() throws(TableRefusal) {
        for (member, sign) in [("ExpressionAttributeNames", "#"), ("ExpressionAttributeValues", ":")] {
            let keys = unused.filter { $0.hasPrefix(sign) }.sorted().joined(separator: ", ")
            guard keys.isEmpty else {
                throw .invalid("Value provided in \(member) unused in expressions: keys: {\(keys)}")
            }
        }
    }
}
