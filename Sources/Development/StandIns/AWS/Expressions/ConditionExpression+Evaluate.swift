extension ConditionExpression {
    /// Whether the condition holds for an item; an item that does not exist has no attributes.
    func holds(for item: TableItem) -> Bool {
        switch self {
        case .or(let one, let other): return one.holds(for: item) || other.holds(for: item)
        case .and(let one, let other): return one.holds(for: item) && other.holds(for: item)
        case .not(let condition): return !condition.holds(for: item)
        case .compare(let left, let comparator, let right):
            return Self.compare(left.value(in: item), comparator, right.value(in: item))
        case .between(let operand, let lowest, let highest):
            let value = operand.value(in: item)
            return Self.compare(value, .greaterOrEqual, lowest.value(in: item))
                && Self.compare(value, .lessOrEqual, highest.value(in: item))
        case .isIn(let operand, let choices):
            let value = operand.value(in: item)
            return choices.contains { Self.compare(value, .equal, $0.value(in: item)) }
        case .exists(let path): return path.value(in: item) != nil
        case .doesNotExist(let path): return path.value(in: item) == nil
        case .hasType(let path, let type): return path.value(in: item)?.type == type
        case .beginsWith(let path, let prefix): return Self.begins(path.value(in: item), prefix)
        case .contains(let path, let operand):
            return Self.contains(path.value(in: item), operand.value(in: item))
        }
    }

    private static func compare(
        _ left: TableAttribute?, _ comparator: Comparator, _ right: TableAttribute?
    ) -> Bool {
        // Whatever does not exist is different from everything and neither less nor greater.
        guard let left, let right else { return comparator == .notEqual }
        return switch comparator {
        case .equal: left == right
        case .notEqual: left != right
        case .less: left.isLess(than: right) ?? false
        case .greater: right.isLess(than: left) ?? false
        case .lessOrEqual: right.isLess(than: left).map { !$0 } ?? false
        case .greaterOrEqual: left.isLess(than: right).map { !$0 } ?? false
        }
    }

    private static func begins(_ value: TableAttribute?, _ prefix: TableAttribute) -> Bool {
        switch (value, prefix) {
        case (.string(let value), .string(let prefix)): value.utf8.starts(with: prefix.utf8)
        case (.bytes(let value), .bytes(let prefix)): value.starts(with: prefix)
        default: false
        }
    }

    private static func contains(_ value: TableAttribute?, _ part: TableAttribute?) -> Bool {
        switch (value, part) {
        case (.string(let value), .string(let part)): !Array(value.utf8).ranges(of: Array(part.utf8)).isEmpty
        case (.bytes(let value), .bytes(let part)): !value.ranges(of: part).isEmpty
        case (.strings(let members), .string(let member)): members.contains(member)
        case (.numbers(let members), .number(let member)): members.contains(member)
        case (.list(let elements), let element?): elements.contains(element)
        default: false
        }
    }
}

extension ConditionExpression.Operand {
    fileprivate func value(in item: TableItem) -> TableAttribute? {
        switch self {
        case .value(let value): value
        case .path(let path): path.value(in: item)
        case .size(let path): path.value(in: item)?.count.map { .number(Int64($0)) }
        }
    }
}
