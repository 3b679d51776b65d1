internal import AWS
internal import ExpiringState

/// The changes of items of codes, as the table writes them.
extension StateTable.Write {
    /// Writes an item that was at rest.
    static func put(_ parts: [String: StoredPart], at now: Int64) -> Self {
        Self(
            .put(parts.mapValues(DynamoDBValue.init)),
            if: "(attribute_not_exists(fullAt) OR fullAt <= :now) AND attribute_not_exists(#wrong)",
            names: ["wrong": AccountCodes.counter], ["now": .number(now)])
    }

    /// Changes the parts that differ, if each still has its old value.
    static func update(_ old: [String: StoredPart], _ new: [String: StoredPart]) -> Self {
        var (sets, removals, additions, conditions) = (["expiresAt = :until"], [String](), [String](), [String]())
        var (names, values) = ([String: String](), [String: DynamoDBValue]())
        let changed = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.sorted()
        for (index, name) in changed.enumerated() {
            let key = "p\(index)"
            names[key] = name
            // A part that has ended is removed whatever its value, and so is the counter.
            guard let value = new[name] else {
                removals.append("#" + key)
                continue
            }
            if name == AccountCodes.counter {
                additions.append("#\(key) :\(key)")
                values[key] = .number(value.number - (old[name]?.number ?? 0))
                continue
            }
            sets.append("#\(key) = :\(key)")
            values[key] = DynamoDBValue(value)
            conditions.append(old[name] == nil ? "attribute_not_exists(#\(key))" : "#\(key) = :o\(key)")
            values["o" + key] = old[name].map(DynamoDBValue.init)
        }
        var update = "SET " + sets.joined(separator: ", ")
        if !removals.isEmpty { update += " REMOVE " + removals.joined(separator: ", ") }
        if !additions.isEmpty { update += " ADD " + additions.joined(separator: ", ") }
        return Self(.update(update), if: conditions.joined(separator: " AND "), names: names, values)
    }

    /// Adds members to limited sets: all of them, or none.
    /// - Parameters:
    ///   - again: whether to add a member that is in its set already.
    ///   - further: what the update does after setting the end.
    static func add(
        _ additions: (member: String, to: StaticString, atMost: Int64)..., again: Bool = true, further: String = ""
    ) -> Self {
        var (sets, conditions, values) = ([String](), [String](), [String: DynamoDBValue]())
        for (index, (member, set, limit)) in additions.enumerated() {
            sets.append("\(set) :marks\(index)")
            let room =
                again
                ? "contains(\(set), :mark\(index)) OR size(\(set)) < :limit\(index)"
                : "NOT contains(\(set), :mark\(index)) AND size(\(set)) < :limit\(index)"
            conditions.append("(attribute_not_exists(\(set)) OR \(room))")
            values["marks\(index)"] = .strings([member])
            values["mark\(index)"] = .string(member)
            values["limit\(index)"] = .number(limit)
        }
        return Self(
            .update("ADD \(sets.joined(separator: ", ")) SET expiresAt = :until\(further)"),
            if: conditions.joined(separator: " AND "), values)
    }
}

extension StoredCounts {
    /// The value of an item of the table; at rest if it is empty.
    init(item: DynamoDBItem) throws(CodeStorageError) {
        var parts: [String: StoredPart] = [:]
        for (name, value) in item where name != "pk" && name != "expiresAt" {
            switch value {
            case .number(let number): parts[name] = .number(number)
            case .string(let text): parts[name] = .text(text)
            default: throw .unreadable
            }
        }
        guard let value = Self(parts: parts) else { throw .unreadable }
        self = value
    }
}

extension StoredPart {
    fileprivate var number: Int64 { if case .number(let number) = self { number } else { 0 } }
}

extension DynamoDBValue {
    fileprivate init(_ part: StoredPart) {
        switch part {
        case .number(let number): self = .number(number)
        case .text(let text): self = .string(text)
        }
    }
}
