extension JSONParser {
    /// Refuses an object with two members of one name: two readers of one token must never see two meanings
    /// (RFC 7515 section 4). Names are compared after their escapes are resolved.
    mutating func refuseDuplicateNames(in object: Int) throws(JSONError) {
        var names: [Int] = []
        var child = object + 1
        while child < Int(nodes[object].next) {
            names.append(child)
            child = Int(nodes[child + 1].next)
        }
        guard names.count > 1 else { return }
        // Pair by pair is fastest for the small objects of events and tokens; a set bounds the cost of a large one.
        if names.count > 16 || names.contains(where: { nodes[$0].hasEscapes }) {
            let document = JSONDocument(bytes: bytes, nodes: [])
            var seen: Set<[UInt8]> = []
            for name in names where !seen.insert(document.characters(of: nodes[name])).inserted {
                throw .duplicateMember(offset: Int(nodes[name].start))
            }
        } else {
            for (index, name) in names.enumerated() {
                for earlier in names[..<index] where sameBytes(nodes[name], nodes[earlier]) {
                    throw .duplicateMember(offset: Int(nodes[name].start))
                }
            }
        }
    }

    private func sameBytes(_ one: JSONDocument.Node, _ other: JSONDocument.Node) -> Bool {
        one.end - one.start == other.end - other.start
            && bytes[Int(one.start)..<Int(one.end)].elementsEqual(bytes[Int(other.start)..<Int(other.end)])
    }
}
