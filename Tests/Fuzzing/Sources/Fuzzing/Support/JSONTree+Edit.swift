/// Changes that an input decides on: most leave the text valid JSON, so that they reach what lies behind the parser.
extension JSONTree {
    /// The most changes that one input makes.
    private static let maximumEdits = 6

    /// The tree after as many changes as the input asks for; none, if its next byte is 0.
    func edited(by choices: inout Choices) -> JSONTree {
        var tree = self
        for _ in 0..<min(Int(choices.byte()), Self.maximumEdits) { tree = tree.editedOnce(by: &choices) }
        return tree
    }

    /// Values at which readers go wrong.
    private static let literals = [
        "null", "true", "false", "0", "-1", "1e400", "1.5", "9223372036854775807", "9223372036854775808",
        "-9223372036854775808", "253402300800", "1800000000", "\"\"", "{}", "[]", "[null]", "\"\\u0000\"", "\"true\"",
        "\"0\"", "\"9223372036854775807\"", "\"-9223372036854775808\"", "{\"a\":1,\"a\":2}", "\"\\ud83d\\ude00\"",
    ]

    private func editedOnce(by choices: inout Choices) -> JSONTree {
        switch self {
        case .array(var elements) where !elements.isEmpty:
            let index = choices.index(below: elements.count + 1)
            guard index < elements.count else { return replaced(by: &choices) }
            switch choices.index(below: 8) {
            case 0: elements.remove(at: index)
            case 1: elements.insert(elements[index], at: index)
            default: elements[index] = elements[index].editedOnce(by: &choices)
            }
            return .array(elements)
        case .object(var members) where !members.isEmpty:
            let index = choices.index(below: members.count + 1)
            guard index < members.count else { return replaced(by: &choices) }
            switch choices.index(below: 10) {
            case 0: members.remove(at: index)
            case 1: members.insert(members[index], at: index)
            case 2: members[index].name = choices.text()
            case 3: members.append((choices.text(), members[index].value))
            case 4: members[index].value = choices.element(members).value
            default: members[index].value = members[index].value.editedOnce(by: &choices)
            }
            return .object(members)
        default: return replaced(by: &choices)
        }
    }

    private func replaced(by choices: inout Choices) -> JSONTree {
        switch choices.index(below: 7) {
        case 0: return .written(Array(choices.element(Self.literals).utf8))
        case 1: return .string(choices.text())
        case 2: return .written(choices.bytes())
        case 3: return .string(String(repeating: String(choices.text().prefix(32)), count: 1 + Int(choices.byte())))
        case 4: return nested(choices.index(below: 70))
        case 5: return .written(changed(bytes, by: &choices))
        default: return .written(Array(String(choices.byte()).utf8))
        }
    }

    private func nested(_ depth: Int) -> JSONTree {
        (0..<depth).reduce(self) { tree, _ in .array([tree]) }
    }
}

/// Bytes with some of them changed, taken out or put in; none, if the next decision is 0.
func changed(_ bytes: [UInt8], by choices: inout Choices) -> [UInt8] {
    var changed = bytes
    for _ in 0..<min(Int(choices.byte()), 4) {
        let position = (Int(choices.byte()) << 8 | Int(choices.byte())) % (changed.count + 1)
        switch choices.index(below: 4) {
        case 0 where position < changed.count: changed[position] ^= max(1, choices.byte())
        case 1 where position < changed.count: changed.remove(at: position)
        case 2: changed.insert(contentsOf: choices.bytes(), at: position)
        default: changed = Array(changed.prefix(position)) + choices.bytes()
        }
    }
    return changed
}
