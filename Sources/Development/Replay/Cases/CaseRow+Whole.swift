internal import JSON

/// Makes the whole event and the whole expectation of a case from its base's.
extension CaseRow {
    /// The text of the event.
    ///
    /// Without edits it is the base's, byte for byte. With edits it is written anew, a member a line, and its strings
    /// and numbers keep their spelling.
    func event(from base: [UInt8]) throws(TableFault) -> [UInt8] {
        if let text { return Array(text.utf8) }
        var event = base
        if !edits.isEmpty {
            guard let value = try? JSONValue(parsing: base) else { throw .baseNotJSON(self.base) }
            var tree = JSONTree(value)
            for (path, edit) in edits { try tree.apply(edit, at: path) }
            event = tree.written
        }
        for (piece, replacement) in rewrites {
            let ranges = event.ranges(of: Array(piece.utf8))
            guard ranges.count == 1 else { throw .rewrite(piece, occurrences: ranges.count) }
            event.replaceSubrange(ranges[0], with: Array(replacement.utf8))
        }
        return event
    }

    /// The text of the expectation: the base's with the members that `expected` replaces.
    ///
    /// An outcome takes the place of the base's outcome, whichever that is.
    func expectation(from base: [UInt8]) throws(TableFault) -> [UInt8] {
        guard let value = try? JSONValue(parsing: base), case .object(var members) = JSONTree(value) else {
            throw .baseNotJSON(self.base)
        }
        let replacesOutcome = expected.contains { Self.outcomes.contains($0.path.text) }
        members.removeAll { $0.name == "description" || replacesOutcome && Self.outcomes.contains($0.name) }
        var text: [UInt8] = []
        text.appendJSONString(description)
        members.insert(JSONTree.Member(name: "description", value: .scalar(text)), at: 0)
        var tree = JSONTree.object(members)
        for (path, value) in expected { try tree.apply(.set(value), at: path) }
        return tree.written
    }

    /// The members of an expectation of which exactly one stands.
    private static let outcomes: Set<String> = ["response", "httpResponse", "error", "startError"]
}
