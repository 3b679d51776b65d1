package import Passkeys

/// Stores users with their authenticators, and used challenges.
///
/// Many processes may use one storage. So every change names the state that it was decided on, and fails if that has
/// changed. It also names the request's attempt, so that a repeated request finds its change made.
package protocol AuthenticatorStorage {
    /// The user with an id; nil if there is none.
    func user(_ id: UserID) throws(StorageError) -> StoredUser?

    /// The user with an id, with only the mailboxes; nil if there is none. Its time does not reveal the number of
    /// passkeys.
    func userWithoutPasskeys(_ id: UserID) throws(StorageError) -> StoredUser?

    /// The user of a tenant who has registered a passkey; nil if no user has.
    func owner(ofCredential id: [UInt8], tenantID: String) throws(StorageError) -> StoredUser?

    /// Adds a passkey to a user unless its credential id is taken, stores the user's names, and uses up the challenge
    /// that it answers. All of this happens, or nothing.
    func add(
        _ passkey: StoredAuthenticator, to user: StoredUser, answering challenge: IssuedChallenge, by attempt: Attempt
    ) throws(StorageError) -> PasskeyAddition

    /// Adds a mailbox to a user, replacing others, and stores the user's names and addresses.
    /// - Parameter former: the ids of the replaced mailboxes.
    func enrol(
        _ mailbox: StoredAuthenticator, of user: StoredUser, replacing former: [String], by attempt: Attempt
    ) throws(StorageError) -> UserChange

    /// Gives one of a user's passkeys another name.
    func rename(
        _ authenticatorID: String, of user: StoredUser, to name: String, by attempt: Attempt
    ) throws(StorageError) -> UserChange

    /// Removes one of a user's authenticators.
    func remove(
        _ authenticatorID: String, of user: StoredUser, by attempt: Attempt
    ) throws(StorageError) -> UserChange

    /// Notes that one of a user's mailboxes has been used, without a read before.
    /// - Returns: when this attempt used it, in seconds since 1970; nil if the user does not have it, or this attempt
    ///   has added it.
    func noteUse(ofMailbox id: String, of user: UserID, by attempt: Attempt) throws(StorageError) -> Int64?

    /// Uses up a challenge, which is remembered until it expires, and notes the use of the passkey that has signed it.
    /// Both happen, or nothing. An attempt that has done so may do it again.
    /// - Parameter use: what the assertion says.
    func use(
        _ use: PasskeyUse, of authenticatorID: String, of user: UserID, answering challenge: IssuedChallenge,
        by attempt: Attempt
    ) throws(StorageError) -> PasskeyUseOutcome
}

/// The outcome of a change of a user.
package enum UserChange: Equatable, Sendable {
    /// It is made.
    case made
    /// The user is no longer as they were read.
    case conflict
}

/// The outcome of adding a passkey.
package enum PasskeyAddition: Equatable, Sendable {
    /// It is added.
    case added
    /// A credential of that id is registered, for this user or another one.
    case taken
    /// The challenge has been used by another request.
    case challengeUsed
    /// The user is no longer as they were read.
    case conflict
}
