/// A value of an attribute of a DynamoDB item, in one of the types that this product uses.
package enum DynamoDBValue: Equatable, Sendable {
    /// A text (`S`).
    case string(String)
    /// A whole number (`N`).
    case number(Int64)
    /// Bytes (`B`).
    case bytes([UInt8])
    /// A truth value (`BOOL`).
    case bool(Bool)
    /// A set of texts (`SS`), which DynamoDB does not allow to be empty. What has been read is sorted.
    case strings([String])
    /// A list of values (`L`).
    case list([DynamoDBValue])
    /// Values by name (`M`).
    case map([String: DynamoDBValue])

    /// The text; nil for any other type.
    package var string: String? { if case .string(let value) = self { value } else { nil } }
    /// The number; nil for any other type.
    package var number: Int64? { if case .number(let value) = self { value } else { nil } }
    /// The bytes; nil for any other type.
    package var bytes: [UInt8]? { if case .bytes(let value) = self { value } else { nil } }
    /// The truth value; nil for any other type.
    package var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
    /// The texts of a set; nil for any other type.
    package var strings: [String]? { if case .strings(let value) = self { value } else { nil } }
    /// The values of a list; nil for any other type.
    package var list: [DynamoDBValue]? { if case .list(let value) = self { value } else { nil } }
    /// The values of a map; nil for any other type.
    package var map: [String: DynamoDBValue]? { if case .map(let value) = self { value } else { nil } }
}

/// The attributes of an item by name, its key among them.
package typealias DynamoDBItem = [String: DynamoDBValue]
