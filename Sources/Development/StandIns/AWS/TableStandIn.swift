internal import JSON
private import Synchronization

/// A stand-in for one DynamoDB table, for conditional updates of single items. It never deletes items that have
/// expired; DynamoDB deletes them only some time later.
package final class TableStandIn: Sendable {
    /// The table's name.
    package let name: String
    private let stored = Mutex<[String: [String: TableAttribute]]>([:])

    /// An empty table of that name.
    package init(_ name: String) { self.name = name }

    /// The items by their keys.
    package var items: [String: [String: TableAttribute]] { stored.withLock { $0 } }

    /// Replaces all items with these, which are given by their keys.
    package func replaceItems(with items: [String: [String: TableAttribute]]) {
        stored.withLock { stored in
            stored = [:]
            for (key, item) in items { stored[key] = item.merging(["pk": .string(key)]) { _, key in key } }
        }
    }

    /// Answers the content of an `UpdateItem` request with a status and a content.
    package func updateItem(_ body: [UInt8]) -> (status: Int, body: [UInt8]) {
        do throws(TableRefusal) {
            try update(body)
            return (200, Array("{}".utf8))
        } catch {
            return (400, error.body)
        }
    }

    private func update(_ body: [UInt8]) throws(TableRefusal) {
        guard let request = try? JSONValue(parsing: body) else { throw .invalid("the request is not JSON") }
        guard request["TableName"]?.string == name else { throw .noTable }
        guard let key = request["Key"]?["pk"]?["S"]?.string, !key.isEmpty,
            let update = request["UpdateExpression"]?.string
        else { throw .invalid("key pk or UpdateExpression is missing") }
        var values: [String: TableAttribute] = [:]
        for (name, value) in request["ExpressionAttributeValues"]?.members ?? [] {
            values[name] = try TableAttribute(value)
        }
        let condition = request["ConditionExpression"]?.string
        // DynamoDB refuses a value that no expression names.
        for name in values.keys where !(update + " " + (condition ?? "")).contains(name) {
            throw .invalid("the value \(name) is not used")
        }
        let given = values
        try stored.withLock { items throws(TableRefusal) in
            let old = items[key]
            if let condition {
                var expression = TableExpression(condition, values: given, item: old ?? [:])
                guard try expression.condition() else { throw .conditionFailed(old) }
            }
            var expression = TableExpression(update, values: given, item: old ?? ["pk": .string(key)])
            items[key] = try expression.updated()
        }
    }
}

extension TableRefusal {
    fileprivate var body: [UInt8] {
        JSONWriter.object { body in
            let space = "com.amazonaws.dynamodb.v20120810#"
            switch self {
            case .invalid(let reason):
                body.member("__type", "com.amazon.coral.validate#ValidationException")
                body.member("message", reason)
            case .noTable:
                body.member("__type", space + "ResourceNotFoundException")
                body.member("message", "Requested resource not found")
            case .conditionFailed(let item):
                body.member("__type", space + "ConditionalCheckFailedException")
                body.member("message", "The conditional request failed")
                guard let item else { return }
                body.member("Item") { written in
                    for (name, value) in item.sorted(by: { $0.key < $1.key }) {
                        written.member(name, raw: value.json)
                    }
                }
            }
        }
    }
}
