internal import JSON

/// A value of an item's attribute, as far as the stand-in knows DynamoDB's types.
package enum TableAttribute: Equatable, Sendable {
    case string(String)
    case number(Int64)
    case strings(Set<String>)

    /// Reads `{"S": …}`, `{"N": …}` or `{"SS": […]}`.
    init(_ value: JSONValue) throws(TableFault) {
        if let string = value["S"]?.string {
            self = .string(string)
        } else if let number = value["N"]?.string.flatMap({ Int64($0) }) {
            self = .number(number)
        } else if let set = value["SS"]?.elements, !set.isEmpty {
            self = .strings(Set(set.compactMap(\.string)))
        } else {
            throw .invalid("a value of a type that is not known here")
        }
    }

    var json: [UInt8] {
        JSONWriter.object { typed in
            switch self {
            case .string(let string): typed.member("S", string)
            case .number(let number): typed.member("N", String(number))
            case .strings(let set): typed.member("SS", set.sorted())
            }
        }
    }
}

/// Why the stand-in of a table refuses a request.
enum TableFault: Error, Equatable {
    /// A `ValidationException`.
    case invalid(String)
    /// A `ResourceNotFoundException`.
    case noTable
    /// A `ConditionalCheckFailedException`, with the item that the condition failed for.
    case conditionFailed([String: TableAttribute]?)
}
