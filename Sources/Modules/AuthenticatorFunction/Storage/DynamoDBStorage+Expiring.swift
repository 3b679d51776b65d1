internal import AWS
package import AuthenticatorService
internal import Primitives

extension DynamoDBStorage {
    package func useUp(_ challenge: IssuedChallenge, by attempt: Attempt) throws(StorageError) -> Int64? {
        guard case .conditionFailed(let item) = try write(use(of: challenge, by: attempt)) else { return attempt.time }
        guard item["attempt"] == .string(attempt.id) else { return nil }
        guard let time = item["usedAt"]?.number else { throw .unreadable("\(tables.state): a used challenge") }
        return time
    }

    /// Keeps a text under a name, in place of one that is kept there.
    /// - Parameter end: seconds since 1970.
    package func keep(_ text: String, as name: String, until end: Int64, by attempt: Attempt) throws(StorageError) {
        var write = create(ExpiringKey.text(name), ["keptText": .string(text)], until: end, by: attempt)
        // The last text counts, so writing it again does no harm.
        write.condition = nil
        write.values = [:]
        _ = try self.write(write)
    }

    /// The text that is kept under a name; nil if there is none.
    package func kept(_ name: String, at time: Int64) throws(StorageError) -> String? {
        guard let item = try unexpired(ExpiringKey.text(name), at: time) else { return nil }
        guard let text = item["keptText"]?.string else { throw .unreadable("\(tables.state): a text") }
        return text
    }

    package func action(_ id: ActionID, at time: Int64) throws(StorageError) -> ActionRecord? {
        guard let item = try unexpired(ExpiringKey.action(id), at: time) else { return nil }
        guard let state = item["actionState"]?.string, let createdAt = item["createdAt"]?.number,
            let updatedAt = item["stateUpdatedAt"]?.number
        else { throw .unreadable("\(tables.state): an action") }
        var record = ActionRecord(
            state: ActionState(rawValue: state), at: createdAt,
            verificationMethod: item["verificationMethod"]?.string.map(VerificationMethod.init))
        record.stateUpdatedAt = updatedAt
        return record
    }

    package func save(
        _ action: ActionRecord, as id: ActionID, replacing former: ActionRecord?, by attempt: Attempt
    ) throws(StorageError) -> Bool {
        var write = create(ExpiringKey.action(id), Self.attributes(of: action), until: action.expiration, by: attempt)
        if let former {
            write.condition = "actionState = :state AND createdAt = :created AND stateUpdatedAt = :updated"
            // What this attempt has stored it does not store again with a later time.
            write.condition? += " AND expiresAt > :now AND attempt <> :attempt AND "
            write.condition? +=
                former.verificationMethod == nil
                ? "attribute_not_exists(verificationMethod)" : "verificationMethod = :verificationMethod"
            write.values["attempt"] = .string(attempt.id)
            write.values["state"] = .string(former.state.rawValue)
            write.values["created"] = .number(former.createdAt)
            write.values["updated"] = .number(former.stateUpdatedAt)
            write.values["verificationMethod"] = former.verificationMethod.map { .string($0.rawValue) }
        }
        return try isMade(write, by: attempt)
    }

    package func proof(ofStarted challengeID: String, at time: Int64) throws(StorageError) -> StartedActionProof? {
        guard let item = try unexpired(ExpiringKey.startedAction(challengeID), at: time) else { return nil }
        guard let userID = item["userId"]?.string, let method = item["verificationMethod"]?.string else {
            throw .unreadable("\(tables.state): a proof")
        }
        return StartedActionProof(userID: userID, verificationMethod: method)
    }

    package func note(
        _ proof: StartedActionProof, ofStarted challenge: IssuedChallenge, by attempt: Attempt
    ) throws(StorageError) -> Bool {
        let attributes: DynamoDBItem = [
            "userId": .string(proof.userID), "verificationMethod": .string(proof.verificationMethod),
        ]
        let key = ExpiringKey.startedAction(challenge.id)
        return try isMade(create(key, attributes, until: challenge.expiration, by: attempt), by: attempt)
    }

    /// The write that uses up a challenge unless it has been used.
    func use(of challenge: IssuedChallenge, by attempt: Attempt) -> DynamoDBWrite {
        create(
            ExpiringKey.challenge(challenge.id), ["usedAt": .number(attempt.time)], until: challenge.expiration,
            by: attempt)
    }

    private static func attributes(of action: ActionRecord) -> DynamoDBItem {
        var item: DynamoDBItem = [
            "actionState": .string(action.state.rawValue), "createdAt": .number(action.createdAt),
            "stateUpdatedAt": .number(action.stateUpdatedAt),
        ]
        item["verificationMethod"] = action.verificationMethod.map { .string($0.rawValue) }
        return item
    }

    /// The write that creates an item unless there is one that has not expired.
    private func create(
        _ key: DynamoDBKey, _ attributes: DynamoDBItem, until expiration: Int64, by attempt: Attempt
    ) -> DynamoDBWrite {
        var item = attributes
        item["attempt"] = .string(attempt.id)
        item["expiresAt"] = .number(expiration)
        return DynamoDBWrite(
            .put(item), key, in: tables.state, if: "attribute_not_exists(pk) OR expiresAt <= :now",
            values: ["now": .number(attempt.time)])
    }

    /// Makes a write; whether it is made, now or before by the same attempt.
    private func isMade(_ write: DynamoDBWrite, by attempt: Attempt) throws(StorageError) -> Bool {
        guard case .conditionFailed(let item) = try self.write(write) else { return true }
        return item["attempt"] == .string(attempt.id)
    }

    /// An item that has not expired. DynamoDB deletes items some time after their end, so the time in them counts.
    private func unexpired(_ key: DynamoDBKey, at time: Int64) throws(StorageError) -> DynamoDBItem? {
        guard let item = try item(key, in: tables.state) else { return nil }
        guard let expiration = item["expiresAt"]?.number else {
            throw .unreadable("\(tables.state): an item without its end")
        }
        return time < expiration ? item : nil
    }
}
