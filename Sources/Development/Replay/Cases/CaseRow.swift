internal import JSON

/// One case of a table: what differs from the base, in the event and in what is expected.
struct CaseRow: Sendable {
    /// The name of the case.
    let name: String
    /// One sentence about the case.
    let description: String
    /// The whole event that the case differs from: `name`, or `set/name` in another set of the function.
    let base: String
    /// The edits of the event.
    let edits: [(path: MemberPath, edit: JSONEdit)]
    /// Pieces of the event's text and what takes their place.
    let rewrites: [(piece: String, replacement: String)]
    /// The whole text of the event, where edits of JSON cannot make it.
    let text: String?
    /// The members of the expectation that differ from the base's.
    let expected: [(path: MemberPath, value: JSONTree)]

    /// The members of a case.
    private static let members: Set<String> = [
        "description", "base", "change", "add", "remove", "rewrite", "text", "expected",
    ]

    /// Reads a case.
    ///
    /// - Parameter base: the table's base, for a case that does not name its own.
    init(name: String, _ value: JSONValue, base: String) throws(TableFault) {
        guard value.kind == .object else { throw .member(name, is: "an object") }
        try value.requireMembers(of: Self.members)
        self.name = name
        guard let description = value["description"]?.string, !description.isEmpty else {
            throw .member("description", is: "a sentence")
        }
        self.description = description
        self.base = try value.text("base") ?? base
        text = try value.text("text")
        var edits: [(path: MemberPath, edit: JSONEdit)] = []
        for (path, value) in try value.pathMembers("change") { edits.append((path, .change(JSONTree(value)))) }
        for (path, value) in try value.pathMembers("add") { edits.append((path, .add(JSONTree(value)))) }
        for path in try value.paths("remove") { edits.append((path, .remove)) }
        self.edits = edits
        var rewrites: [(piece: String, replacement: String)] = []
        for (piece, replacement) in try value.object("rewrite") {
            guard let replacement = replacement.string else { throw .member("rewrite", is: "an object of texts") }
            rewrites.append((piece, replacement))
        }
        self.rewrites = rewrites
        expected = try value.pathMembers("expected").map { ($0.path, JSONTree($0.value)) }
        if text != nil, !edits.isEmpty || !rewrites.isEmpty { throw .textAndEdits }
    }
}

extension JSONValue {
    fileprivate func text(_ name: String) throws(TableFault) -> String? {
        guard let value = self[name] else { return nil }
        guard let text = value.string else { throw .member(name, is: "a text") }
        return text
    }

    fileprivate func object(_ name: String) throws(TableFault) -> [(name: String, value: JSONValue)] {
        guard let value = self[name] else { return [] }
        guard value.kind == .object else { throw .member(name, is: "an object") }
        return value.members
    }

    /// The members of an object whose names are paths.
    fileprivate func pathMembers(_ name: String) throws(TableFault) -> [(path: MemberPath, value: JSONValue)] {
        var members: [(path: MemberPath, value: JSONValue)] = []
        for (text, value) in try object(name) {
            guard let path = MemberPath(text) else { throw .malformedPath(text) }
            members.append((path, value))
        }
        return members
    }

    /// An array of paths.
    fileprivate func paths(_ name: String) throws(TableFault) -> [MemberPath] {
        guard let value = self[name] else { return [] }
        var paths: [MemberPath] = []
        for element in value.elements {
            guard let text = element.string, let path = MemberPath(text) else {
                throw .malformedPath(String(decoding: element.bytes, as: UTF8.self))
            }
            paths.append(path)
        }
        guard !paths.isEmpty else { throw .member(name, is: "an array of paths") }
        return paths
    }
}
