internal import AWS
package import AuthenticatorService
internal import PasskeyServices
package import Passkeys
internal import WebAuthn

extension DynamoDBStorage {
    package func add(
        _ passkey: StoredAuthenticator, to user: StoredUser, answering challenge: IssuedChallenge, by attempt: Attempt
    ) throws(StorageError) -> PasskeyAddition {
        guard let credential = passkey.passkey else { throw .unreadable("a passkey without a credential") }
        var pointer: DynamoDBItem = ["userId": .string(user.id.id), "authenticatorId": .string(passkey.id)]
        pointer["enrolledBy"] = .string(attempt.id)
        let owner = ItemKeys.owner(ofCredential: credential.id, tenantID: user.id.tenantID)
        var item = AuthenticatorItem.attributes(of: passkey, position: user.version + 1)
        item["relyingPartyId"] = .string(relyingPartyID)
        let outcome = try write([
            DynamoDBWrite(.put(pointer), owner, in: tables.users, if: "attribute_not_exists(pk)"),
            tables.consumption(of: challenge, by: attempt),
            profileWrite(user, by: attempt, addsPasskey: true),
            DynamoDBWrite(.put(item), ItemKeys.authenticator(passkey, of: user.id), in: tables.users),
        ])
        guard case .cancelled(let reasons) = outcome else { return .added }
        if case .conditionFailed(let item) = reasons[0] {
            return item["enrolledBy"] == .string(attempt.id) ? .added : .taken
        }
        // This attempt uses the challenge only together with the passkey, which is not there, or no longer.
        if case .conditionFailed = reasons[1] { return .challengeUsed }
        return .conflict
    }

    package func enrol(
        _ mailbox: StoredAuthenticator, of user: StoredUser, replacing former: [String], by attempt: Attempt
    ) throws(StorageError) -> UserChange {
        let replacedMailboxes = user.authenticators.filter { former.contains($0.id) && $0.id != mailbox.id }
        let put = DynamoDBWrite(
            .put(AuthenticatorItem.attributes(of: mailbox, position: user.version + 1)),
            ItemKeys.authenticator(mailbox, of: user.id), in: tables.users)
        let writes =
            [profileWrite(user, by: attempt), put] + replacedMailboxes.flatMap { removals(of: $0, of: user.id) }
        return Self.change(try write(writes), by: attempt)
    }

    package func rename(
        _ authenticatorID: String, of user: StoredUser, to name: String, by attempt: Attempt
    ) throws(StorageError) -> UserChange {
        guard let authenticator = user.authenticators.first(where: { $0.id == authenticatorID }) else {
            return Self.change(try write([profileWrite(user, by: attempt)]), by: attempt)
        }
        let renaming = DynamoDBWrite(
            .update("SET label = :label"), ItemKeys.authenticator(authenticator, of: user.id), in: tables.users,
            if: "attribute_exists(pk)", values: ["label": .string(name)])
        return Self.change(try write([profileWrite(user, by: attempt), renaming]), by: attempt)
    }

    package func remove(
        _ authenticatorID: String, of user: StoredUser, by attempt: Attempt
    ) throws(StorageError) -> UserChange {
        let removed = user.authenticators.filter { $0.id == authenticatorID }
        let writes = [profileWrite(user, by: attempt)] + removed.flatMap { removals(of: $0, of: user.id) }
        return Self.change(try write(writes), by: attempt)
    }
}
