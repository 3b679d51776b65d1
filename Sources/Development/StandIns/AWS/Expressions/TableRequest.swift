internal import JSON

/// The content of a request, of which every member must be known.
struct TableRequest {
    let json: JSONValue

    /// Reads a request.
    /// - Parameter members: the members that the stand-in understands. It refuses others, because it would answer
    ///   otherwise than DynamoDB.
    init(_ json: JSONValue, members: [String]) throws(TableRefusal) {
        guard json.kind == .object else { throw .malformed }
        for (name, _) in json.members where !members.contains(name) {
            throw .invalid("the stand-in does not know \(name)")
        }
        self.json = json
    }

    subscript(name: String) -> JSONValue? { json[name].flatMap { $0.isNull ? nil : $0 } }

    /// A text; nil if there is none.
    func text(_ name: String) throws(TableRefusal) -> String? {
        guard let value = self[name] else { return nil }
        guard let text = value.string else { throw .malformed }
        return text
    }

    /// A text that is one of some choices, of which the first is the default.
    func choice(_ name: String, _ choices: [String]) throws(TableRefusal) -> String {
        let text = try text(name) ?? choices[0]
        guard choices.contains(text) else { throw .invalid("the stand-in does not know \(text) as \(name)") }
        return text
    }

    /// A truth value; false if there is none.
    func flag(_ name: String, default standard: Bool = false) throws(TableRefusal) -> Bool {
        guard let value = self[name] else { return standard }
        guard let flag = value.bool else { throw .malformed }
        return flag
    }

    /// A condition; nil if there is none.
    func condition(_ name: String, _ input: inout ExpressionInput) throws(TableRefusal) -> ConditionExpression? {
        guard let text = try text(name) else { return nil }
        return try ConditionExpression(text, kind: name, input: &input)
    }
}
