private import AWS
internal import HTTP
internal import LambdaRuntime

extension StateTable {
    /// Uses something up that may be used once.
    ///
    /// Cognito calls a trigger again when it got no answer: the round that used it may do so any number of times.
    /// - Parameters:
    ///   - item: what is used up: its kind and a digest of what makes it the one it is.
    ///   - user: what identifies the round that uses it, and no other round ever.
    ///   - deadline: when the table's answer must be there.
    /// - Returns: whether this round is the one that has used it.
    func consume(_ item: String, for user: String, by deadline: Deadline) throws(FunctionError) -> Bool {
        let outcome = try update(
            item, "SET consumedBy = :user, expiresAt = :until",
            where: "attribute_not_exists(pk) OR expiresAt < :now OR consumedBy = :user",
            [("user", .string(user)), ("now", .number(now() / 1_000))], keepFor: Self.memory, by: deadline)
        return outcome == .applied
    }

    /// How long it is remembered, in seconds: far longer than any proof or code counts.
    private static let memory: Int64 = 86_400
}
