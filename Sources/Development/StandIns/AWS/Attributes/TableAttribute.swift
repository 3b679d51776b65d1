/// The value of an item's attribute, in one of the DynamoDB types that the functions store. Numbers are whole and have
/// at most 64 bits.
package enum TableAttribute: Equatable, Sendable {
    case string(String)
    case number(Int64)
    case bytes([UInt8])
    case bool(Bool)
    case strings(Set<String>)
    case list([TableAttribute])
}

/// An item: its attributes by name, its key among them.
package typealias TableItem = [String: TableAttribute]

extension TableAttribute {
    /// What the value adds to the size of its item, in bytes, as DynamoDB documents it. A number counts as 21 bytes,
    /// which is the most.
    package var storedSize: Int {
        switch self {
        case .string(let value): value.utf8.count
        case .number: 21
        case .bytes(let value): value.count
        case .bool: 1
        case .strings(let values): values.reduce(0) { $0 + $1.utf8.count }
        case .list(let values): values.reduce(3) { $0 + 1 + $1.storedSize }
        }
    }
}

extension TableItem {
    /// The size of the item in bytes: names and values.
    package var storedSize: Int { reduce(0) { $0 + $1.key.utf8.count + $1.value.storedSize } }
}
