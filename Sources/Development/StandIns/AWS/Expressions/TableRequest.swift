internal import JSON

/// The content of a request, of which every member must be known.
struct TableRequest {
    let json: JSONValue

    /// Reads a request.
    /// - Parameter members: the members that the functions send. Others would be answered otherwise than by DynamoDB.
    init(_ json: JSONValue, members: [String]) throws(TableRefusal) {
        guard json.kind == .object else { throw .notPlayed("a request that is no object") }
        for (name, _) in json.members where !members.contains(name) { throw .notPlayed("the parameter \(name)") }
        self.json = json
    }

    subscript(name: String) -> JSONValue? { json[name] }

    /// A text; nil if there is none.
    func text(_ name: String) throws(TableRefusal) -> String? {
        guard let value = json[name] else { return nil }
        guard let text = value.string else { throw .notPlayed("\(name) that is no text") }
        return text
    }

    /// Whether a parameter is given, which then must have the one value that the functions send.
    func has(_ name: String, _ value: String) throws(TableRefusal) -> Bool {
        guard let given = try text(name) else { return false }
        guard given == value else { throw .notPlayed("\(given) as \(name)") }
        return true
    }

    /// Refuses a read that is not consistent: the stand-in has no other.
    func requireConsistency() throws(TableRefusal) {
        guard json["ConsistentRead"]?.bool == true else { throw .notPlayed("a read without ConsistentRead") }
    }
}
