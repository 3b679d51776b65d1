extension UpdateExpression {
    /// The item after the update. Every action sees the item as it was before.
    func applied(to item: TableItem) throws(TableRefusal) -> TableItem {
        var updated = item
        // Elements are removed last and from the end, so that no index moves before it is used.
        var removals: [ExpressionPath] = []
        for (path, action) in actions {
            switch action {
            case .set(let value): try path.set(value.computed(from: item), in: &updated)
            case .remove: removals.append(path)
            case .add(let value): try path.set(Self.sum(path.value(in: item), value), in: &updated)
            case .delete(let value):
                guard let old = path.value(in: item) else { continue }
                try path.set(Self.difference(old, value), in: &updated)
            }
        }
        for path in removals.sorted(by: { Self.lastIndex($0) > Self.lastIndex($1) }) {
            try path.set(nil, in: &updated)
        }
        return updated
    }

    private static func lastIndex(_ path: ExpressionPath) -> Int {
        if case .element(let index) = path.steps.last { index } else { -1 }
    }

    fileprivate static let wrongType = TableRefusal.invalid(
        "An operand in the update expression has an incorrect data type")

    private static func sum(_ old: TableAttribute?, _ added: TableAttribute) throws(TableRefusal) -> TableAttribute {
        switch (old, added) {
        case (nil, _): return added
        case (.number(let one), .number(let other)): return try TableAttribute.sum(one, other)
        case (.strings(let one), .strings(let other)): return .strings(one.union(other))
        case (.numbers(let one), .numbers(let other)): return .numbers(one.union(other))
        default: throw wrongType
        }
    }

    /// The set without some members; nil if none are left, because there are no empty sets.
    private static func difference(
        _ old: TableAttribute, _ removed: TableAttribute
    ) throws(TableRefusal) -> TableAttribute? {
        switch (old, removed) {
        case (.strings(let one), .strings(let other)):
            let rest = one.subtracting(other)
            return rest.isEmpty ? nil : .strings(rest)
        case (.numbers(let one), .numbers(let other)):
            let rest = one.subtracting(other)
            return rest.isEmpty ? nil : .numbers(rest)
        default: throw wrongType
        }
    }
}

extension UpdateExpression.Value {
    fileprivate func computed(from item: TableItem) throws(TableRefusal) -> TableAttribute {
        switch self {
        case .value(let value): return value
        case .path(let path):
            guard let value = path.value(in: item) else {
                throw .invalid("The provided expression refers to an attribute that does not exist in the item")
            }
            return value
        case .ifNotExists(let path, let value):
            if let old = path.value(in: item) { return old }
            return try value.computed(from: item)
        case .appended(let one, let other):
            guard case .list(let first) = try one.computed(from: item),
                case .list(let second) = try other.computed(from: item)
            else { throw UpdateExpression.wrongType }
            return .list(first + second)
        case .sum(let one, let other):
            return try TableAttribute.sum(one.number(from: item), other.number(from: item))
        case .difference(let one, let other):
            let (subtrahend, minuend) = (try other.number(from: item), try one.number(from: item))
            let (difference, overflows) = minuend.subtractingReportingOverflow(subtrahend)
            guard !overflows else { throw TableAttribute.tooLarge }
            return .number(difference)
        }
    }

    private func number(from item: TableItem) throws(TableRefusal) -> Int64 {
        guard case .number(let number) = try computed(from: item) else { throw UpdateExpression.wrongType }
        return number
    }
}

extension TableAttribute {
    fileprivate static let tooLarge = TableRefusal.invalid("the stand-in knows numbers of 64 bits only")

    fileprivate static func sum(_ one: Int64, _ other: Int64) throws(TableRefusal) -> TableAttribute {
        let (sum, overflows) = one.addingReportingOverflow(other)
        guard !overflows else { throw tooLarge }
        return .number(sum)
    }
}
