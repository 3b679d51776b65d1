internal import AWS
package import AuthenticatorService
internal import ExpiringState

extension DynamoDBStorage {
    package func noteUse(
        _ use: PasskeyUse?, of authenticatorID: String, of user: UserID, by attempt: Attempt
    ) throws(StorageError) -> UseOutcome {
        let key = ItemKeys.authenticator(authenticatorID, isPasskey: use != nil, of: user)
        // Nearly always this use is the newest and its count the highest. If not, the table says what it has.
        var write = Self.newest(use, by: attempt)
        for _ in 0..<Self.tries {
            let noted = DynamoDBWrite(
                .update(write.update), key, in: tables.users, if: write.condition, values: write.values)
            guard case .conditionFailed(let item) = try self.write(noted) else { return .noted }
            guard !item.isEmpty else { return .gone }
            guard item["lastUsedBy"] != .string(attempt.id) else { return .noted }
            guard let time = item["lastVerifiedAt"]?.number else {
                throw .unreadable("\(tables.users): an authenticator")
            }
            let count = item["signCount"]?.number ?? 0
            if let use, use.demandsHigherCount, !Self.isHigher(use.signCount, than: count) {
                return .countNotHigher
            }
            write = Self.merged(use, by: attempt, into: item, time: time, count: count)
        }
        throw .unavailable("\(tables.users): an authenticator is used again and again at the same time")
    }

    package func noteUse(ofMailbox id: String, of user: UserID, by attempt: Attempt) throws(StorageError) -> Int64? {
        var write = Self.newest(nil, by: attempt)
        // The answer to the request that added the mailbox says so, also if it is repeated.
        write.condition += " AND (attribute_not_exists(enrolledBy) OR enrolledBy <> :attempt)"
        let noted = DynamoDBWrite(
            .update(write.update), ItemKeys.authenticator(id, isPasskey: false, of: user), in: tables.users,
            if: write.condition, values: write.values)
        guard case .conditionFailed(let item) = try self.write(noted) else { return attempt.time }
        guard !item.isEmpty, item["enrolledBy"] != .string(attempt.id) else { return nil }
        if item["lastUsedBy"] == .string(attempt.id) { return item["lastVerifiedAt"]?.number }
        return try noteUse(nil, of: id, of: user, by: attempt) == .noted ? attempt.time : nil
    }

    /// How often a use is noted anew because another one came in between.
    private static let tries = 5

    private typealias Write = (update: String, condition: String, values: DynamoDBItem)

    /// Counts that stay at 0 come from authenticators that do not count (WebAuthn section 6.1.1).
    private static func isHigher(_ count: UInt32, than stored: Int64) -> Bool {
        Int64(count) > stored || (count == 0 && stored == 0)
    }

    /// Notes a use that is later than all before and has a higher count. A use that this attempt has noted stays as it
    /// is, because its time stands in the answer.
    private static func newest(_ use: PasskeyUse?, by attempt: Attempt) -> Write {
        var write: Write = (
            "SET lastVerifiedAt = :time, lastUsedBy = :attempt",
            "attribute_exists(pk) AND lastVerifiedAt <= :time "
                + "AND (attribute_not_exists(lastUsedBy) OR lastUsedBy <> :attempt)",
            ["time": .number(attempt.time), "attempt": .string(attempt.id)]
        )
        guard let passkey = use else { return write }
        add(passkey, count: Int64(passkey.signCount), to: &write)
        write.condition += passkey.signCount == 0 ? " AND signCount = :count" : " AND signCount < :count"
        return write
    }

    /// Notes a use beside others, if the item is still as it was read.
    private static func merged(
        _ use: PasskeyUse?, by attempt: Attempt, into item: DynamoDBItem, time: Int64, count: Int64
    ) -> Write {
        var write: Write = (
            "SET lastVerifiedAt = :time, lastUsedBy = :attempt", "lastVerifiedAt = :formerTime",
            [
                "time": .number(max(time, attempt.time)), "attempt": .string(attempt.id), "formerTime": .number(time),
            ]
        )
        if let former = item["lastUsedBy"] {
            write.condition += " AND lastUsedBy = :former"
            write.values["former"] = former
        } else {
            write.condition += " AND attribute_not_exists(lastUsedBy)"
        }
        if let use { add(use, count: max(count, Int64(use.signCount)), to: &write) }
        return write
    }

    /// Adds what a passkey's assertion says.
    private static func add(_ passkey: PasskeyUse, count: Int64, to write: inout Write) {
        write.update += ", signCount = :count, isBackedUp = :isBackedUp"
        write.values["count"] = .number(count)
        write.values["isBackedUp"] = .bool(passkey.isBackedUp)
        guard passkey.isUserVerified else { return }
        write.update += ", hasVerifiedUser = :isVerified"
        write.values["isVerified"] = .bool(true)
    }

    package func useUp(_ challenge: IssuedChallenge, by attempt: Attempt) throws(StorageError) -> Int64? {
        guard case .conditionFailed(let item) = try write(consumption(of: challenge, by: attempt)) else {
            return attempt.time
        }
        guard item["attempt"] == .string(attempt.id) else { return nil }
        guard let time = item["usedAt"]?.number else { throw .unreadable("\(tables.state.name): a used challenge") }
        return time
    }

    /// The write that uses up a challenge unless it has been used. DynamoDB deletes items some time after their end, so
    /// the time in them counts.
    func consumption(of challenge: IssuedChallenge, by attempt: Attempt) -> DynamoDBWrite {
        let use = StateTable.Write(
            .put(["usedAt": .number(attempt.time), "attempt": .string(attempt.id)]),
            if: "attribute_not_exists(pk) OR expiresAt <= :now", ["now": .number(attempt.time)])
        return tables.state.write(ItemKeys.challenge(challenge.id), use, until: challenge.expiration)
    }
}
