private import AWS
internal import HTTP
internal import LambdaRuntime

extension StateTable {
    /// Uses up something that may be used only once.
    ///
    /// Cognito calls a trigger again if it gets no answer, so the round that used it up may do so any number of times.
    /// - Parameters:
    ///   - item: the key of what is used up: its kind and a digest of what identifies it.
    ///   - user: what identifies the round that uses it, and no other round.
    ///   - deadline: when the table must have answered.
    /// - Returns: whether this round is the one that has used it.
    func consume(_ item: String, for user: String, by deadline: Deadline) throws(FunctionError) -> Bool {
        let outcome = try update(
            item, "SET consumedBy = :user, expiresAt = :until",
            where: "attribute_not_exists(pk) OR expiresAt < :now OR consumedBy = :user",
            [("user", .string(user)), ("now", .number(now() / 1_000))], keepFor: Self.memory, by: deadline)
        return outcome == .applied
    }

    /// How long a use is remembered, in seconds: far longer than any proof or code is valid.
    private static let memory: Int64 = 86_400
}
