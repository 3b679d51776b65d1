internal import JSON

/// The value of an item's attribute, in one of the DynamoDB types that the stand-in knows.
package enum TableAttribute: Equatable, Sendable {
    case string(String)
    case number(Int64)
    case strings(Set<String>)

    /// Reads `{"S": …}`, `{"N": …}` or `{"SS": […]}`.
    init(_ value: JSONValue) throws(TableRefusal) {
        if let string = value["S"]?.string {
            self = .string(string)
        } else if let number = value["N"]?.string.flatMap({ Int64($0) }) {
            self = .number(number)
        } else if let set = value["SS"]?.elements, !set.isEmpty {
            self = .strings(Set(set.compactMap(\.string)))
        } else {
            throw .invalid("a value has a type that is not known here")
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
