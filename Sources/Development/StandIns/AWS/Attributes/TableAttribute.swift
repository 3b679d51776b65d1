/// The value of an item's attribute, in one of the DynamoDB types that the stand-in knows: all but sets of bytes.
/// Numbers are whole and have at most 64 bits.
package enum TableAttribute: Sendable {
    case string(String)
    case number(Int64)
    case bytes([UInt8])
    case bool(Bool)
    case null
    case strings(Set<String>)
    case numbers(Set<Int64>)
    case list([TableAttribute])
    case map([String: TableAttribute])

    /// The name of the type in requests and answers.
    var type: String {
        switch self {
        case .string: "S"
        case .number: "N"
        case .bytes: "B"
        case .bool: "BOOL"
        case .null: "NULL"
        case .strings: "SS"
        case .numbers: "NS"
        case .list: "L"
        case .map: "M"
        }
    }
}

/// An item: its attributes by name, its key among them.
package typealias TableItem = [String: TableAttribute]

extension TableAttribute: Equatable {
    /// DynamoDB compares texts byte by byte, unlike Swift.
    package static func == (one: TableAttribute, other: TableAttribute) -> Bool {
        switch (one, other) {
        case (.string(let one), .string(let other)): one.utf8.elementsEqual(other.utf8)
        case (.number(let one), .number(let other)): one == other
        case (.bytes(let one), .bytes(let other)): one == other
        case (.bool(let one), .bool(let other)): one == other
        case (.null, .null): true
        case (.strings(let one), .strings(let other)): one == other
        case (.numbers(let one), .numbers(let other)): one == other
        case (.list(let one), .list(let other)): one == other
        case (.map(let one), .map(let other)): one == other
        default: false
        }
    }
}

extension TableAttribute {
    /// Whether this value sorts before another one of its type; nil if the two have no order.
    func isLess(than other: TableAttribute) -> Bool? {
        switch (self, other) {
        case (.string(let one), .string(let other)): one.utf8.lexicographicallyPrecedes(other.utf8)
        case (.number(let one), .number(let other)): one < other
        case (.bytes(let one), .bytes(let other)): one.lexicographicallyPrecedes(other)
        default: nil
        }
    }

    /// What `size` returns: bytes of a text, elements of anything that has elements; nil for other types.
    var count: Int? {
        switch self {
        case .string(let value): value.utf8.count
        case .bytes(let value): value.count
        case .strings(let values): values.count
        case .numbers(let values): values.count
        case .list(let values): values.count
        case .map(let values): values.count
        case .number, .bool, .null: nil
        }
    }

    /// What the value adds to the size of its item, in bytes, as DynamoDB documents it. A number counts as 21 bytes,
    /// which is the most.
    package var storedSize: Int {
        switch self {
        case .string(let value): value.utf8.count
        case .number: 21
        case .bytes(let value): value.count
        case .bool, .null: 1
        case .strings(let values): values.reduce(0) { $0 + $1.utf8.count }
        case .numbers(let values): values.count * 21
        case .list(let values): values.reduce(3) { $0 + 1 + $1.storedSize }
        case .map(let values): values.reduce(3) { $0 + 1 + $1.key.utf8.count + $1.value.storedSize }
        }
    }
}

extension TableItem {
    /// The size of the item in bytes: names and values.
    package var storedSize: Int { reduce(0) { $0 + $1.key.utf8.count + $1.value.storedSize } }
}
