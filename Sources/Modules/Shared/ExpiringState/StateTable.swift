package import AWS
package import HTTP

/// What has to be remembered for a while: one DynamoDB table (`STATE_TABLE`).
///
/// `expiresAt`, in seconds since 1970, is the attribute by which DynamoDB deletes items some time after their end.
/// Nothing relies on that: an item that has ended counts as absent.
///
/// Every change is one conditional write. DynamoDB makes it atomically, and repeating it has the same effect.
package struct StateTable {
    /// Its name.
    package let name: String
    private let region: String
    private let aws: AWSClient

    /// The table of that name in that region.
    package init(name: String, region: String, aws: AWSClient) {
        self.name = name
        self.region = region
        self.aws = aws
    }

    /// A write of an item.
    package struct Write: Sendable {
        /// What is done with the item: `:until` in an update is the end that is given with the write.
        package var action: DynamoDBWrite.Action
        /// The condition to meet; nil for none.
        package var condition: String?
        /// The names that stand for attributes, without `#`.
        package var names: [String: String]
        /// The values that the expressions name, without the colon.
        package var values: [String: DynamoDBValue]

        /// Makes a write.
        package init(
            _ action: DynamoDBWrite.Action, if condition: String?, names: [String: String] = [:],
            _ values: [String: DynamoDBValue] = [:]
        ) {
            self.action = action
            self.condition = condition
            self.names = names
            self.values = values
        }
    }

    /// An item as the last write has left it; nil if there is none. An item that has ended may still be there.
    /// - Parameters:
    ///   - key: the item's key.
    ///   - deadline: when the table must have answered.
    /// - Throws: `AWSError` if the table does not answer.
    package func item(_ key: StateKey, by deadline: Deadline) throws(AWSError) -> DynamoDBItem? {
        try aws.item(DynamoDBKey(key.pk), in: name, region: region, by: deadline)
    }

    /// Writes an item.
    /// - Parameters:
    ///   - end: until when the item is needed, in seconds since 1970; nil if the write does not set that.
    /// - Throws: `AWSError` if the table does not answer. Nothing may be assumed then.
    package func write(
        _ key: StateKey, _ write: Write, until end: Int64? = nil, by deadline: Deadline
    ) throws(AWSError) -> DynamoDBWrite.Outcome {
        try aws.write(self.write(key, write, until: end), region: region, by: deadline)
    }

    /// Updates an item and reads it.
    /// - Returns: whether the condition held, and the item as it is now.
    /// - Throws: `AWSError` if the table does not answer. Nothing may be assumed then.
    package func update(
        _ key: StateKey, _ write: Write, until end: Int64, by deadline: Deadline
    ) throws(AWSError) -> (isApplied: Bool, item: DynamoDBItem) {
        try aws.update(self.write(key, write, until: end), region: region, by: deadline)
    }

    /// The write as a part of a transaction, which may concern other tables too.
    package func write(_ key: StateKey, _ write: Write, until end: Int64?) -> DynamoDBWrite {
        var (action, values) = (write.action, write.values)
        if let end {
            if case .put(var item) = action {
                item["expiresAt"] = .number(end)
                action = .put(item)
            } else {
                values["until"] = .number(end)
            }
        }
        return DynamoDBWrite(
            action, DynamoDBKey(key.pk), in: name, if: write.condition, names: write.names, values: values)
    }

    /// Uses up something that may be used only once.
    ///
    /// A request that gets no answer is sent again, so the same user may use it up any number of times.
    /// - Parameters:
    ///   - key: the key of what is used up.
    ///   - user: identifies the one user of it, such as a round of a sign-in.
    ///   - now: milliseconds since 1970.
    ///   - deadline: when the table must have answered.
    /// - Returns: whether this user is the one that has used it.
    /// - Throws: `AWSError` if the table does not answer.
    package func consume(
        _ key: StateKey, for user: String, at now: Int64, by deadline: Deadline
    ) throws(AWSError) -> Bool {
        let now = now / 1_000
        let use = Write(
            .update("SET consumedBy = :user, expiresAt = :until"),
            if: "attribute_not_exists(pk) OR expiresAt < :now OR consumedBy = :user",
            ["user": .string(user), "now": .number(now)])
        return try write(key, use, until: now + Self.memory, by: deadline) == .applied
    }

    /// How long a use is remembered, in seconds: far longer than any proof or code is valid.
    private static let memory: Int64 = 86_400
}

/// The key of an item of the state table: a word for its kind, and a digest of what identifies it among its kind. No
/// name, address, token or code is in it.
package struct StateKey: Hashable, Sendable {
    /// Everything that a deployment keeps in its state table.
    package enum Kind: String, CaseIterable, Sendable {
        // Emailed codes (the module `EmailCodes`).
        /// An account's mails, live codes and wrong answers.
        case account
        /// The mails to an address from accounts that have not verified it.
        case address
        /// The mails that a provider's networks cause.
        case network
        /// What waits for a provider's networks at one moment.
        case moment
        /// A requester's requests and answers at the authenticator.
        case requester
        /// A requester's answers if it has no live code.
        case answers
        /// A part of the deployment's mails of an hour.
        case mails
        /// A part of the hour's requests that cannot be mailed.
        case strangers

        // What is used once (`StateTable.consume`).
        /// A proof of a passkey or a mailbox.
        case proof
        /// A solved CAPTCHA.
        case captcha

        // The authenticator's own.
        /// A used challenge.
        case challenge
    }

    /// The item's kind.
    package let kind: Kind
    /// The item's key as it stands in the table.
    package let pk: String

    /// The key of an item of that kind.
    package init(_ kind: Kind, digest: String) {
        self.kind = kind
        pk = kind.rawValue + "#" + digest
    }
}
