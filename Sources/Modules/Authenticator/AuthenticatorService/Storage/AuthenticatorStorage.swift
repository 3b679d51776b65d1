/// Stores users with their authenticators, and which challenges have been used.
///
/// Many processes may use one storage at the same time. So every change names the state that it was decided on, and is
/// made only if that is still the state. Every change also names the request's attempt: the same request again finds its
/// change made, whereas another request is refused.
package protocol AuthenticatorStorage {
    /// The user with an id; nil if there is none.
    func user(_ id: UserID) throws(StorageError) -> StoredUser?

    /// The user with an id, and of the authenticators the mailboxes alone; nil if there is none. How long this takes does
    /// not show how many passkeys there are.
    func userWithoutPasskeys(_ id: UserID) throws(StorageError) -> StoredUser?

    /// The user of a tenant who has registered a passkey; nil if nobody has.
    func owner(ofCredential id: [UInt8], tenantID: String) throws(StorageError) -> StoredUser?

    /// Adds a passkey to a user unless its credential id is taken, stores the user's names, and uses up the challenge
    /// that it answers. Either all of this happens or nothing.
    func add(
        _ passkey: StoredAuthenticator, to user: StoredUser, answering challenge: IssuedChallenge, by attempt: Attempt
    ) throws(StorageError) -> PasskeyAddition

    /// Adds a mailbox to a user in place of others, and stores the user's names and addresses.
    /// - Parameter former: the ids of the mailboxes that it replaces.
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

    /// Notes that one of a user's mailboxes has been used. Nothing of the user has to be read before.
    /// - Returns: when this attempt used it, in seconds since 1970; nil if the user does not have it, or this attempt has
    ///   added it.
    func use(mailbox id: String, of user: UserID, by attempt: Attempt) throws(StorageError) -> Int64?

    /// Notes that one of a user's authenticators has been used.
    func note(
        _ use: AuthenticatorUse, of authenticatorID: String, of user: UserID, by attempt: Attempt
    ) throws(StorageError) -> UseOutcome

    /// Uses up a challenge, which is remembered until it expires.
    /// - Returns: when this attempt used it, in seconds since 1970; nil if another attempt has used it.
    func useUp(_ challenge: IssuedChallenge, by attempt: Attempt) throws(StorageError) -> Int64?
}

/// Why the storage gives no answer. Nothing may be assumed about a write then.
package enum StorageError: Error, Equatable, Sendable {
    /// The storage does not answer in time, or refuses for a reason that has nothing to do with the request.
    case unavailable(String)
    /// A stored item cannot be read. Nothing is changed.
    case unreadable(String)
}
