internal import AWS
internal import ExpiringState

/// A change of an item of codes, as the table writes it.
struct ItemChange {
    var update: String
    var condition: String
    var names: [String: String] = [:]
    var values: [String: DynamoDBValue] = [:]
    /// The item that takes the place of the whole one; nil for an update.
    var item: DynamoDBItem?

    init(
        _ update: String, if condition: String, names: [String: String] = [:], values: [String: DynamoDBValue] = [:]
    ) {
        (self.update, self.condition, self.names, self.values) = (update, condition, names, values)
    }

    var write: StateTable.Write {
        StateTable.Write(item.map { .put($0) } ?? .update(update), if: condition, names: names, values)
    }

    /// Writes an item in place of one at rest.
    static func put(_ parts: [String: StoredPart], at now: Int64) -> ItemChange {
        var change = ItemChange(
            "", if: "(attribute_not_exists(fullAt) OR fullAt <= :now) AND attribute_not_exists(#wrong)",
            names: ["wrong": counter], values: ["now": .number(now)])
        change.item = parts.mapValues(DynamoDBValue.init)
        return change
    }

    /// Changes the parts that differ, if each of them is still as it was.
    static func update(_ old: [String: StoredPart], _ new: [String: StoredPart]) -> ItemChange {
        var (sets, removals, additions, conditions) = (["expiresAt = :until"], [String](), [String](), [String]())
        var change = ItemChange("", if: "")
        let names = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.sorted()
        for (index, name) in names.enumerated() {
            let key = "p\(index)"
            change.names[key] = name
            // Nobody needs a part that has ended, so it is removed whatever it is now; and so is the counter.
            guard let value = new[name] else {
                removals.append("#" + key)
                continue
            }
            if name == counter {
                additions.append("#\(key) :\(key)")
                change.values[key] = .number(value.number - (old[name]?.number ?? 0))
                continue
            }
            sets.append("#\(key) = :\(key)")
            change.values[key] = DynamoDBValue(value)
            conditions.append(old[name] == nil ? "attribute_not_exists(#\(key))" : "#\(key) = :o\(key)")
            change.values["o" + key] = old[name].map(DynamoDBValue.init)
        }
        change.update = "SET " + sets.joined(separator: ", ")
        if !removals.isEmpty { change.update += " REMOVE " + removals.joined(separator: ", ") }
        if !additions.isEmpty { change.update += " ADD " + additions.joined(separator: ", ") }
        change.condition = conditions.joined(separator: " AND ")
        return change
    }

    /// Adds a member to a set that holds a limited number of them.
    /// - Parameter again: whether a member that is in the set is added again.
    static func add(_ member: String, to set: StaticString, atMost limit: Int64, again: Bool = true) -> ItemChange {
        let room =
            again
            ? "contains(\(set), :mark) OR size(\(set)) < :limit"
            : "NOT contains(\(set), :mark) AND size(\(set)) < :limit"
        return ItemChange(
            "ADD \(set) :marks SET expiresAt = :until", if: "attribute_not_exists(\(set)) OR \(room)",
            values: ["marks": .strings([member]), "mark": .string(member), "limit": .number(limit)])
    }

    /// The name of the part that is only counted.
    private static var counter: String { AccountCodes.counter }
}

extension StoredCounts {
    /// The value that an item of the table holds; at rest if it is empty.
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
