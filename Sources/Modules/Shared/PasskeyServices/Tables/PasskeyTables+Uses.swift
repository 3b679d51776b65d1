package import AWS
private import ExpiringState
package import HTTP
package import Passkeys
package import WebAuthn

/// A passkey as the tables have it.
package struct FoundPasskey {
    /// Its owner.
    package let owner: UserID
    /// The id of the authenticator that it is.
    package let authenticatorID: String
    /// What verifies its assertions.
    package let record: CredentialRecord
    /// The attempt that used it last, if any.
    package let lastUsedBy: String?
}

extension PasskeyTables {
    /// The passkey with a credential id; nil if it is not registered. It takes two reads either way.
    package func passkey(
        _ credentialID: [UInt8], tenantID: String, by deadline: Deadline
    ) throws(StorageError) -> FoundPasskey? {
        let pointer = try item(ItemKeys.owner(ofCredential: credentialID, tenantID: tenantID), by: deadline)
        let owner = UserID(tenantID: tenantID, id: pointer?["userId"]?.string ?? "")
        let id = pointer?["authenticatorId"]?.string ?? ""
        let item = try item(ItemKeys.authenticator(id, isPasskey: true, of: owner), by: deadline)
        guard pointer != nil else { return nil }
        // A pointer and its passkey come and go together. If one is here alone, for example after half a restore,
        // nothing may be said about the passkey.
        guard let item, let record = CredentialRecord(item), record.id == credentialID else {
            throw .unreadable("\(users): a pointer without its passkey")
        }
        return FoundPasskey(
            owner: owner, authenticatorID: id, record: record, lastUsedBy: item["lastUsedBy"]?.string)
    }

    /// Uses up a challenge and notes the use of the passkey that has signed it. Both happen, or nothing.
    ///
    /// The challenge's item tells which attempt it was, so the same attempt may do this any number of times.
    package func use(
        _ use: PasskeyUse, of authenticatorID: String, of user: UserID, answering challenge: IssuedChallenge,
        by attempt: Attempt, before deadline: Deadline
    ) throws(StorageError) -> PasskeyUseOutcome {
        let key = ItemKeys.authenticator(authenticatorID, isPasskey: true, of: user)
        // Nearly always this use is the newest and its count the highest. If not, the table says what it has.
        var update = UseUpdate.newest(use, by: attempt)
        for _ in 0..<UseUpdate.tries {
            let outcome = try write(
                [consumption(of: challenge, by: attempt), update.write(key, in: users)], by: deadline)
            guard case .cancelled(let reasons) = outcome else { return .used(at: attempt.time) }
            if case .conditionFailed(let item) = reasons[0] {
                guard item["attempt"] == .string(attempt.id) else { return .challengeUsed }
                guard let time = item["usedAt"]?.number else { throw .unreadable("\(state.name): a used challenge") }
                return .used(at: time)
            }
            // Then it is the other write's condition that failed.
            guard case .conditionFailed(let item) = reasons[1], !item.isEmpty else { return .gone }
            if use.demandsHigherCount, !Self.isHigher(use.signCount, than: item["signCount"]?.number ?? 0) {
                return .countNotHigher
            }
            update = try UseUpdate.merged(use, by: attempt, into: item, of: users)
        }
        throw UseUpdate.contention(users)
    }

    /// Counts that stay at 0 come from authenticators that do not count (WebAuthn section 6.1.1).
    private static func isHigher(_ count: UInt32, than stored: Int64) -> Bool {
        Int64(count) > stored || (count == 0 && stored == 0)
    }

    /// The write that uses up a challenge unless it has been used. DynamoDB deletes items some time after their end, so
    /// the time in them counts.
    package func consumption(of challenge: IssuedChallenge, by attempt: Attempt) -> DynamoDBWrite {
        let use = StateTable.Write(
            .put(["usedAt": .number(attempt.time), "attempt": .string(attempt.id)]),
            if: "attribute_not_exists(pk) OR expiresAt <= :now", ["now": .number(attempt.time)])
        return state.write(ItemKeys.challenge(challenge.id), use, until: challenge.expiration)
    }
}
