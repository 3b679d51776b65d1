package import AWS
package import ExpiringState
package import HTTP
private import OpenSSLCrypto
package import Passkeys
private import Primitives

/// The tables in which the authenticator stores users with their passkeys, and what expires. Verify uses passkeys in
/// them too.
package struct PasskeyTables {
    /// The table of users and passkeys, with the key `pk` and `sk` (`USERS_TABLE`).
    package let users: String
    /// The table of what expires (`STATE_TABLE`).
    package let state: StateTable
    /// Their region.
    package let region: String
    /// Reads and writes them.
    package let aws: AWSClient

    /// Tables of those names.
    package init(users: String, state: String, region: String, aws: AWSClient) {
        self.users = users
        self.state = StateTable(name: state, region: region, aws: aws)
        self.region = region
        self.aws = aws
    }

    /// An item of the users as the last write has left it; nil if there is none.
    package func item(_ key: DynamoDBKey, by deadline: Deadline) throws(StorageError) -> DynamoDBItem? {
        do { return try aws.item(key, in: users, region: region, by: deadline) } catch {
            throw .unavailable("\(users): \(error)")
        }
    }

    /// Makes all writes or none.
    package func write(
        _ writes: [DynamoDBWrite], by deadline: Deadline
    ) throws(StorageError) -> DynamoDBTransactionOutcome {
        // The token tells this transaction from all others when it is sent again; it need not be hard to guess.
        guard let random = try? SecureRandom.bytes(16) else { throw .unavailable("no random bytes") }
        let token = UUIDText.version4(random)
        do { return try aws.write(writes, token: token, region: region, by: deadline) } catch {
            throw .unavailable("\(users): \(error)")
        }
    }
}
