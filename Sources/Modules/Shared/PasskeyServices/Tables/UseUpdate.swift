package import AWS
package import Passkeys

/// The update that notes a use of an authenticator.
package struct UseUpdate {
    /// What is set.
    package var expression: String
    /// Whether it may be set.
    package var condition: String
    /// The values that both name.
    package var values: DynamoDBItem

    /// Notes a use that is later than all before and has a higher count. A use that this attempt has noted stays as it
    /// is, because its time stands in the answer.
    /// - Parameter use: what a passkey's assertion says; nil for a mailbox.
    package static func newest(_ use: PasskeyUse?, by attempt: Attempt) -> UseUpdate {
        var update = UseUpdate(
            expression: "SET lastVerifiedAt = :time, lastUsedBy = :attempt",
            condition: "attribute_exists(pk) AND lastVerifiedAt <= :time "
                + "AND (attribute_not_exists(lastUsedBy) OR lastUsedBy <> :attempt)",
            values: ["time": .number(attempt.time), "attempt": .string(attempt.id)])
        guard let passkey = use else { return update }
        update.add(passkey, count: Int64(passkey.signCount))
        update.condition += passkey.signCount == 0 ? " AND signCount = :count" : " AND signCount < :count"
        return update
    }

    /// Notes a use beside others, if the item is still as it was read.
    /// - Throws: `unreadable` if the item is no authenticator.
    package static func merged(
        _ use: PasskeyUse?, by attempt: Attempt, into item: DynamoDBItem, of table: String
    ) throws(StorageError) -> UseUpdate {
        guard let time = item["lastVerifiedAt"]?.number else { throw .unreadable("\(table): an authenticator") }
        var update = UseUpdate(
            expression: "SET lastVerifiedAt = :time, lastUsedBy = :attempt",
            condition: "lastVerifiedAt = :formerTime",
            values: [
                "time": .number(max(time, attempt.time)), "attempt": .string(attempt.id), "formerTime": .number(time),
            ])
        if let former = item["lastUsedBy"] {
            update.condition += " AND lastUsedBy = :former"
            update.values["former"] = former
        } else {
            update.condition += " AND attribute_not_exists(lastUsedBy)"
        }
        if let use { update.add(use, count: max(item["signCount"]?.number ?? 0, Int64(use.signCount))) }
        return update
    }

    /// Adds what a passkey's assertion says.
    private mutating func add(_ passkey: PasskeyUse, count: Int64) {
        expression += ", signCount = :count, isBackedUp = :isBackedUp"
        values["count"] = .number(count)
        values["isBackedUp"] = .bool(passkey.isBackedUp)
        guard passkey.isUserVerified else { return }
        expression += ", hasVerifiedUser = :isVerified"
        values["isVerified"] = .bool(true)
    }

    /// The write of this update.
    package func write(_ key: DynamoDBKey, in table: String) -> DynamoDBWrite {
        DynamoDBWrite(.update(expression), key, in: table, if: condition, values: values)
    }

    /// How often a use is noted anew because another one came in between.
    package static let tries = 5

    /// What a storage reports after that many tries.
    package static func contention(_ table: String) -> StorageError {
        .unavailable("\(table): an authenticator is used again and again at the same time")
    }
}
