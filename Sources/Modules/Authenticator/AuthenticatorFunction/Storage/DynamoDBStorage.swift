package import AWS
internal import AuthenticatorService
internal import ExpiringState
package import HTTP
internal import OpenSSLCrypto
internal import Primitives

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
    let tables: DynamoDBTables
    private let deadline: Deadline

    /// The storage in those tables.
    /// - Parameter deadline: when the tables must have answered.
    package init(_ tables: DynamoDBTables, by deadline: Deadline) {
        self.tables = tables
        self.deadline = deadline
    }

    /// An item of the users as the last write has left it; nil if there is none.
    func item(_ key: DynamoDBKey) throws(StorageError) -> DynamoDBItem? {
        do { return try tables.aws.item(key, in: tables.users, region: tables.region, by: deadline) } catch {
            throw .unavailable("\(tables.users): \(error)")
        }
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
        // The token tells this transaction from all others when it is sent again; it need not be hard to guess.
        guard let random = try? SecureRandom.bytes(16) else { throw .unavailable("no random bytes") }
        let token = UUIDText.version4(random)
        do { return try tables.aws.write(writes, token: token, region: tables.region, by: deadline) } catch {
            throw .unavailable("\(tables.users): \(error)")
        }
    }
}

/// The tables in which the authenticator stores users and what expires.
package struct DynamoDBTables {
    /// The table of users and passkeys, with the key `pk` and `sk` (`USERS_TABLE`).
    let users: String
    /// The table of what expires (`STATE_TABLE`).
    let state: StateTable
    /// Their region.
    let region: String
    /// Reads and writes them.
    let aws: AWSClient

    /// Tables of those names.
    package init(users: String, state: String, region: String, aws: AWSClient) {
        self.users = users
        self.state = StateTable(name: state, region: region, aws: aws)
        self.region = region
        self.aws = aws
    }
}
