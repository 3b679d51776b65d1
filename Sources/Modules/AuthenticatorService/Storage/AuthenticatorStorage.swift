/// Stores users with their authenticators, and what must be remembered for a while.
///
/// Many processes may use one storage at the same time. So every change names the state that it was decided on, and is
/// made only if that is still the state. Every change also names the request's attempt: the same request again finds its
/// change made, whereas another request is refused.
package protocol AuthenticatorStorage: UserStorage, ExpiringStorage {}

/// Users and their authenticators. They are kept until somebody removes them.
package protocol UserStorage {
    /// The user with an id; nil if there is none.
    func user(_ id: UserID) throws(StorageError) -> StoredUser?

    /// The user with an id, and of the authenticators the mailboxes alone; nil if there is none. How long this takes does
    /// not show how many passkeys there are.
    func userWithoutPasskeys(_ id: UserID) throws(StorageError) -> StoredUser?

    /// The user of a tenant who has registered a passkey; nil if nobody has.
    func owner(ofCredential id: [UInt8], tenantID: String) throws(StorageError) -> StoredUser?

    /// Stores the names and addresses of a user, but none of the authenticators.
    func saveProfile(of user: StoredUser, by attempt: Attempt) throws(StorageError) -> UserChange

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

    /// Removes a user with every authenticator.
    func remove(_ user: StoredUser, by attempt: Attempt) throws(StorageError) -> UserChange

    /// Notes that one of a user's authenticators has been used.
    func note(
        _ use: AuthenticatorUse, of authenticatorID: String, of user: UserID, by attempt: Attempt
    ) throws(StorageError) -> UseOutcome
}

/// What is needed for minutes or hours. It counts as absent once it has expired.
package protocol ExpiringStorage {
    /// Uses up a challenge.
    /// - Returns: when this attempt used it, in seconds since 1970; nil if another attempt has used it.
    func useUp(_ challenge: IssuedChallenge, by attempt: Attempt) throws(StorageError) -> Int64?

    /// Keeps a text under a name, in place of one that is kept there.
    /// - Parameter end: seconds since 1970.
    func keep(_ text: String, as name: String, until end: Int64, by attempt: Attempt) throws(StorageError)

    /// The text that is kept under a name; nil if there is none.
    func kept(_ name: String, at time: Int64) throws(StorageError) -> String?

    /// A tracked action; nil if it is unknown.
    func action(_ id: ActionID, at time: Int64) throws(StorageError) -> ActionRecord?

    /// Stores a tracked action.
    /// - Parameter former: the action as it was read; nil if it was not there.
    /// - Returns: whether the action was still as it was read, or this attempt has stored it before.
    func save(
        _ action: ActionRecord, as id: ActionID, replacing former: ActionRecord?, by attempt: Attempt
    ) throws(StorageError) -> Bool

    /// Who has proven an action that an app started before its user was known; nil if nobody has.
    func proof(ofStarted challengeID: String, at time: Int64) throws(StorageError) -> StartedActionProof?

    /// Notes who has proven a started action.
    /// - Returns: whether this is the only proof.
    func note(
        _ proof: StartedActionProof, ofStarted challenge: IssuedChallenge, by attempt: Attempt
    ) throws(StorageError) -> Bool
}

/// Why the storage gives no answer. Nothing may be assumed about a write then.
package enum StorageError: Error, Equatable, Sendable {
    /// The storage does not answer in time, or refuses for a reason that has nothing to do with the request.
    case unavailable(String)
    /// A stored item cannot be read. Nothing is changed.
    case unreadable(String)
}
