import JSON
import StandIns

/// Counts the units of a call as DynamoDB charges them. A write counts by the larger of the item before and after it,
/// also if its condition fails, and twice in a transaction. A read is consistent and counts by the items read together.
struct CapacityMeter {
    private let operation: String
    private let writes: [JSONValue]
    private let pk: String?
    private let before: [Int]

    /// Looks at the items before the call.
    init(_ operation: String, _ body: [UInt8], _ tables: TableStandIn) {
        self.operation = operation
        let request = try? JSONValue(parsing: body)
        switch operation {
        case "TransactWriteItems":
            writes = request?["TransactItems"]?.elements.compactMap { $0.members.first?.value } ?? []
        case "SendEmail": writes = []
        default: writes = request.map { [$0] } ?? []
        }
        pk = request?["ExpressionAttributeValues"]?[":pk"]?["S"]?.string
        before = writes.map { Self.size(of: $0, tables) }
    }

    /// The call with its units, after it was answered.
    func call(bytes: Int, _ tables: TableStandIn) -> ServiceCall {
        var call = ServiceCall(operation: operation, bytes: bytes)
        switch operation {
        case "SendEmail": break
        case "GetItem": call.readUnits = Self.units(before.reduce(0, +), each: 4_096)
        case "Query":
            let items = tables.items(in: CloudServer.users).filter { $0["pk"] == pk.map(TableAttribute.string) }
            call.readUnits = Self.units(items.reduce(0) { $0 + $1.storedSize }, each: 4_096)
        default:
            let factor = operation == "TransactWriteItems" ? 2 : 1
            let after = writes.map { Self.size(of: $0, tables) }
            call.writeUnits = zip(before, after).reduce(0) { $0 + factor * Self.units(max($1.0, $1.1), each: 1_024) }
        }
        return call
    }

    private static func units(_ bytes: Int, each size: Int) -> Int { max((bytes + size - 1) / size, 1) }

    /// The size of the item that a write or a read names; 0 if there is none.
    private static func size(of request: JSONValue, _ tables: TableStandIn) -> Int {
        guard let table = request["TableName"]?.string, let key = request["Key"] ?? request["Item"] else { return 0 }
        let names = table == CloudServer.users ? ["pk", "sk"] : ["pk"]
        let wanted = names.map { key[$0]?["S"]?.string.map(TableAttribute.string) }
        let item = tables.items(in: table).first { item in names.map { item[$0] } == wanted }
        return item?.storedSize ?? 0
    }
}
