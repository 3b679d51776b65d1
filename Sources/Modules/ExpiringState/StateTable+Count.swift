package import AWS
package import HTTP

extension StateTable {
    /// Adds a member to a set that holds a limited number of them. Adding a member again costs nothing, so that
    /// a repeated request does not count.
    /// - Parameters:
    ///   - set: the set's key. A set that is replaced after some time has the time in its key.
    ///   - seconds: for how long the set is needed.
    ///   - deadline: when the table must have answered.
    /// - Returns: whether the member is in the set now.
    /// - Throws: `AWSError` if the table does not answer.
    package func add(
        _ member: String, to set: String, atMost limit: Int64, keepFor seconds: Int64, by deadline: Deadline
    ) throws(AWSError) -> Bool {
        let outcome = try update(
            set, "ADD memberDigests :members SET expiresAt = :until",
            where: "attribute_not_exists(pk) OR contains(memberDigests, :member) OR size(memberDigests) < :limit",
            [("members", .strings([member])), ("member", .string(member)), ("limit", .number(limit))],
            keepFor: seconds, by: deadline)
        return outcome == .applied
    }
}
