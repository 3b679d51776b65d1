package import AWS
package import HTTP

extension StateTable {
    /// Uses up something that may be used only once.
    ///
    /// A request that gets no answer is sent again, so whoever used it up may do so any number of times.
    /// - Parameters:
    ///   - item: the key of what is used up: its kind and a digest of what identifies it.
    ///   - user: what identifies whoever uses it, such as a round of a sign-in, and nobody else.
    ///   - deadline: when the table must have answered.
    /// - Returns: whether this user is the one that has used it.
    /// - Throws: `AWSError` if the table does not answer.
    package func consume(_ item: String, for user: String, by deadline: Deadline) throws(AWSError) -> Bool {
        let outcome = try update(
            item, "SET consumedBy = :user, expiresAt = :until",
            where: "attribute_not_exists(pk) OR expiresAt < :now OR consumedBy = :user",
            [("user", .string(user)), ("now", .number(now() / 1_000))], keepFor: Self.memory, by: deadline)
        return outcome == .applied
    }

    /// How long a use is remembered, in seconds: far longer than any proof or code is valid.
    private static let memory: Int64 = 86_400
}
