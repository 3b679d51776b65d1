/// Where a value stands in an item: an attribute, and members of maps and elements of lists below it.
struct ExpressionPath: Equatable {
    /// One step down.
    enum Step: Equatable {
        case member(String)
        case element(Int)
    }

    let attribute: String
    let steps: [Step]

    /// The path as the service's texts write it.
    var text: String {
        let rest = steps.map { step in
            switch step {
            case .member(let name): name
            case .element(let index): "[\(index)]"
            }
        }
        return "[" + ([attribute] + rest).joined(separator: ", ") + "]"
    }

    /// Whether one of the paths leads to the other or to something in it.
    func overlaps(_ other: ExpressionPath) -> Bool {
        guard attribute == other.attribute else { return false }
        return zip(steps, other.steps).allSatisfy { $0 == $1 }
    }

    /// The value at the path; nil if there is none.
    func value(in item: TableItem) -> TableAttribute? {
        var value = item[attribute]
        for step in steps {
            switch (step, value) {
            case (.member(let name), .map(let members)): value = members[name]
            case (.element(let index), .list(let elements)):
                value = elements.indices.contains(index) ? elements[index] : nil
            default: return nil
            }
        }
        return value
    }

    /// Sets the value at the path, or removes it.
    /// - Throws: `TableRefusal.invalid` if the item has nothing that the path leads through.
    func set(_ value: TableAttribute?, in item: inout TableItem) throws(TableRefusal) {
        item[attribute] = try Self.replace(item[attribute], steps[...], value)
    }

    private static func replace(
        _ old: TableAttribute?, _ steps: ArraySlice<Step>, _ value: TableAttribute?
    ) throws(TableRefusal) -> TableAttribute? {
        guard let step = steps.first else { return value }
        let rest = steps.dropFirst()
        switch (step, old) {
        case (.member(let name), .map(var members)):
            members[name] = try replace(members[name], rest, value)
            return .map(members)
        case (.element(let index), .list(var elements)):
            let isThere = elements.indices.contains(index)
            let new = try replace(isThere ? elements[index] : nil, rest, value)
            if let new {
                // An index behind the end adds an element at the end.
                if isThere { elements[index] = new } else { elements.append(new) }
            } else if isThere {
                elements.remove(at: index)
            }
            return .list(elements)
        default: throw .invalid("The document path provided in the update expression is invalid for update")
        }
    }
}
