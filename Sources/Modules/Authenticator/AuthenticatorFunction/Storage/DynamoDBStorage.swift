internal import AWS
internal import AuthenticatorService
package import HTTP
package import PasskeyServices
internal import Passkeys

/// Stores users and passkeys in one DynamoDB table and what expires in another, for one request.
///
/// A user is the items of one partition key, which one consistent query reads: the profile, and an item for each
/// authenticator. A pointer by credential id leads from a passkey to its user. Every change of a user replaces the
/// profile on condition that its version is the one that was read, so two changes never mix. Nothing here reads more
/// because there are more users.
///
/// Every write carries the request's attempt and a condition that fails for a write that was made before. The item for
/// which it failed then tells whether it was this attempt that made it.
package struct DynamoDBStorage: AuthenticatorStorage {
    let tables: PasskeyTables
    let relyingPartyID: String
    let deadline: Deadline

    /// The storage in those tables.
    /// - Parameters:
    ///   - relyingPartyID: the relying party of new passkeys. Their items name it for operators alone.
    ///   - deadline: when the tables must have answered.
    package init(_ tables: PasskeyTables, relyingPartyID: String, by deadline: Deadline) {
        self.tables = tables
        self.relyingPartyID = relyingPartyID
        self.deadline = deadline
    }

    /// The items of a user, with or without those of passkeys.
    func items(pk: String, withPasskeys: Bool) throws(StorageError) -> [DynamoDBItem] {
        do {
            return try tables.aws.items(
                pk: pk, without: withPasskeys ? nil : "credentialId", in: tables.users, region: tables.region,
                by: deadline)
        } catch { throw .unavailable("\(tables.users): \(error)") }
    }

    /// Makes one write.
    func write(_ write: DynamoDBWrite) throws(StorageError) -> DynamoDBWrite.Outcome {
        do { return try tables.aws.write(write, region: tables.region, by: deadline) } catch {
            throw .unavailable("\(write.table): \(error)")
        }
    }

    /// Makes all writes or none.
    func write(_ writes: [DynamoDBWrite]) throws(StorageError) -> DynamoDBTransactionOutcome {
        try tables.write(writes, by: deadline)
    }
}
