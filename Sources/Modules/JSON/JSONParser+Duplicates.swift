extension JSONParser {
    /// Refuses an object with two members of the same name: two readers of one token must never read different meanings
    /// (RFC 7515 section 4). Names are compared after their escapes are resolved.
    mutating func refuseDuplicateNames(in object: Int) throws(JSONError) {
        var count = 0
        var hasEscapes = false
        for name in names(of: object) {
            count += 1
            if nodes[name].hasEscapes { hasEscapes = true }
        }
        guard count > 1 else { return }
        // Comparing pairs is fastest for the small objects of events and tokens; a set bounds the cost of a large one.
        if count > 16 || hasEscapes {
            let document = JSONDocument(bytes: bytes, nodes: [])
            var seen: Set<[UInt8]> = []
            for name in names(of: object) where !seen.insert(document.characters(of: nodes[name])).inserted {
                throw .duplicateMember(offset: Int(nodes[name].start))
            }
        } else {
            for name in names(of: object) {
                for earlier in names(of: object, before: name) where haveSameBytes(nodes[name], nodes[earlier]) {
                    throw .duplicateMember(offset: Int(nodes[name].start))
                }
            }
        }
    }

    private func names(of object: Int, before end: Int? = nil) -> Names {
        Names(nodes: nodes, index: object + 1, end: end ?? Int(nodes[object].next))
    }

    /// The indices of an object's member names. It builds no array, because it runs for every object of every event.
    private struct Names: Sequence, IteratorProtocol {
        let nodes: [JSONDocument.Node]
        var index: Int
        let end: Int

        mutating func next() -> Int? {
            guard index < end else { return nil }
            defer { index = Int(nodes[index + 1].next) }
            return index
        }
    }

    private func haveSameBytes(_ one: JSONDocument.Node, _ other: JSONDocument.Node) -> Bool {
        one.end - one.start == other.end - other.start
            && bytes[Int(one.start)..<Int(one.end)].elementsEqual(bytes[Int(other.start)..<Int(other.end)])
    }
}
