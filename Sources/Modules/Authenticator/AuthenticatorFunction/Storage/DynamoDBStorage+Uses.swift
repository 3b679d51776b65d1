internal import AWS
internal import AuthenticatorService
internal import PasskeyServices
package import Passkeys

extension DynamoDBStorage {
    package func use(
        _ use: PasskeyUse, of authenticatorID: String, of user: UserID, answering challenge: IssuedChallenge,
        by attempt: Attempt
    ) throws(StorageError) -> PasskeyUseOutcome {
        try tables.use(use, of: authenticatorID, of: user, answering: challenge, by: attempt, before: deadline)
    }

    package func noteUse(ofMailbox id: String, of user: UserID, by attempt: Attempt) throws(StorageError) -> Int64? {
        let key = ItemKeys.authenticator(id, isPasskey: false, of: user)
        var update = UseUpdate.newest(nil, by: attempt)
        // The answer to the request that added the mailbox says so, also if it is repeated.
        update.condition += " AND (attribute_not_exists(enrolledBy) OR enrolledBy <> :attempt)"
        for _ in 0..<UseUpdate.tries {
            guard case .conditionFailed(let item) = try write(update.write(key, in: tables.users)) else {
                return attempt.time
            }
            guard !item.isEmpty, item["enrolledBy"] != .string(attempt.id) else { return nil }
            if item["lastUsedBy"] == .string(attempt.id) { return item["lastVerifiedAt"]?.number }
            update = try UseUpdate.merged(nil, by: attempt, into: item, of: tables.users)
        }
        throw UseUpdate.contention(tables.users)
    }
}
