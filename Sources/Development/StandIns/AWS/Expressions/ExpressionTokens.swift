private import Primitives

/// The words and signs of an expression, and what they come to.
struct ExpressionTokens {
    /// The request's member that holds the expression, such as `ConditionExpression`.
    let kind: String
    private var tokens: ArraySlice<Substring>
    private let all: [Substring]
    private let text: String
    var input: ExpressionInput

    init(_ text: String, kind: String, input: ExpressionInput) throws(TableRefusal) {
        self.kind = kind
        self.input = input
        self.text = text
        all = Self.tokens(text)
        tokens = all[...]
        guard !tokens.isEmpty else { throw fault("The expression can not be empty;") }
    }

    private static func tokens(_ text: String) -> [Substring] {
        let isWordByte: (UInt8) -> Bool = {
            $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "#")
        }
        var rest = text[...]
        var tokens: [Substring] = []
        while let first = rest.utf8.first {
            let end =
                isWordByte(first)
                ? rest.utf8.firstIndex { !isWordByte($0) } ?? rest.endIndex
                : ["<=", ">=", "<>"].contains { rest.hasPrefix($0) }
                    ? rest.utf8.index(rest.startIndex, offsetBy: 2) : rest.index(after: rest.startIndex)
            if first > 0x20 { tokens.append(rest[..<end]) }
            rest = rest[end...]
        }
        return tokens
    }

    var isEmpty: Bool { tokens.isEmpty }

    /// The token that was taken last; nil if none was.
    private var taken: Substring? { tokens.startIndex > all.startIndex ? all[tokens.startIndex - 1] : nil }

    /// A `ValidationException` about this expression.
    func fault(_ text: String) -> TableRefusal { .invalid("Invalid \(kind): \(text)") }

    /// A fault that names the next token, and shows it between its neighbours.
    func syntaxError() -> TableRefusal {
        let token = tokens.first.map(String.init) ?? "<EOF>"
        let last = (tokens.dropFirst().first ?? tokens.first)?.endIndex ?? taken?.endIndex ?? text.endIndex
        let near = text[(taken ?? text[...]).startIndex..<last]
        return fault("Syntax error; token: \"\(token)\", near: \"\(near)\"")
    }

    /// Takes the next token if it is this sign.
    mutating func take(_ sign: String) -> Bool {
        guard tokens.first.map({ $0 == sign }) ?? false else { return false }
        tokens.removeFirst()
        return true
    }

    /// Takes the next token if it is this keyword, in upper or lower case.
    mutating func takeKeyword(_ keyword: String) -> Bool {
        guard tokens.first?.uppercased() == keyword else { return false }
        tokens.removeFirst()
        return true
    }

    /// Takes the name of a function and the parenthesis that follows it.
    mutating func takeFunction(among names: [String]) -> String? {
        guard let name = tokens.first.map(String.init), names.contains(name), tokens.dropFirst().first == "(" else {
            return nil
        }
        tokens = tokens.dropFirst(2)
        return name
    }

    mutating func require(_ sign: String) throws(TableRefusal) {
        guard take(sign) else { throw syntaxError() }
    }

    func requireEnd() throws(TableRefusal) {
        guard tokens.isEmpty else { throw syntaxError() }
    }

    /// A value such as `:user`; nil if the next token is none.
    mutating func value() throws(TableRefusal) -> TableAttribute? {
        guard let token = tokens.first.map(String.init), token.hasPrefix(":") else { return nil }
        guard let value = input.value(token) else {
            throw fault(
                "An expression attribute value used in expression is not defined; attribute value: \(token)")
        }
        tokens.removeFirst()
        return value
    }

    /// A path such as `name`, `#name.member` or `list[0]`.
    mutating func path() throws(TableRefusal) -> ExpressionPath {
        let attribute = try name()
        var steps: [ExpressionPath.Step] = []
        while true {
            if take(".") {
                steps.append(.member(try name()))
            } else if take("[") {
                guard let index = tokens.first.flatMap({ Int($0) }) else { throw syntaxError() }
                tokens.removeFirst()
                try require("]")
                steps.append(.element(index))
            } else {
                return ExpressionPath(attribute: attribute, steps: steps)
            }
        }
    }

    private mutating func name() throws(TableRefusal) -> String {
        guard let token = tokens.first.map(String.init), let first = token.utf8.first else { throw syntaxError() }
        if first == UInt8(ascii: "#") {
            guard let name = input.name(token) else {
                throw fault(
                    "An expression attribute name used in the document path is not defined; attribute name: \(token)")
            }
            tokens.removeFirst()
            return name
        }
        guard first.isASCIILowercase || first.isASCIIUppercase,
            token.utf8.allSatisfy({ $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "#") })
        else { throw syntaxError() }
        guard !ReservedWords.all.contains(token.uppercased()) else {
            throw fault("Attribute name is a reserved keyword; reserved keyword: \(token)")
        }
        tokens.removeFirst()
        return token
    }
}
