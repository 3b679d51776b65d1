internal import JSON

/// The key of an item: the string `pk`, and in a table that has one the string `sk` by which the items of one `pk` are
/// sorted.
package struct DynamoDBKey: Hashable, Sendable {
    /// The partition key.
    package let pk: String
    /// The sort key; nil in a table without one.
    package let sk: String?

    /// A key of those parts.
    package init(_ pk: String, _ sk: String? = nil) {
        self.pk = pk
        self.sk = sk
    }

    var attributes: DynamoDBItem {
        var attributes: DynamoDBItem = ["pk": .string(pk)]
        if let sk { attributes["sk"] = .string(sk) }
        return attributes
    }
}
