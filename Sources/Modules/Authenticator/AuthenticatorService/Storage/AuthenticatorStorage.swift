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

    /// Notes that one of a user's authenticators has been used.
    /// - Parameter use: what a passkey's assertion says; nil for a mailbox.
    func noteUse(
        _ use: PasskeyUse?, of authenticatorID: String, of user: UserID, by attempt: Attempt
    ) throws(StorageError) -> UseOutcome

    /// Uses up a challenge, which is remembered until it expires.
    /// - Returns: when this attempt used it, in seconds since 1970; nil if another attempt has used it.
    func useUp(_ challenge: IssuedChallenge, by attempt: Attempt) throws(StorageError) -> Int64?
}

/// Why the storage gives no answer. A write may or may not have been made.
package enum StorageError: Error, Equatable, Sendable {
    /// The storage does not answer in time, or refuses for a reason outside the request.
    case unavailable(String)
    /// A stored item cannot be read. Nothing is changed.
    case unreadable(String)
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

/// The outcome of noting a use.
package enum UseOutcome: Equatable, Sendable {
    /// It is noted.
    case noted
    /// The authenticator has been removed.
    case gone
    /// The sign count had to be higher than all earlier ones, but is not.
    case countNotHigher
}

/// What the assertion of a passkey says.
package struct PasskeyUse: Equatable, Sendable {
    /// Its sign count. The highest one is kept, because honest uses can arrive out of order.
    package let signCount: UInt32
    /// Whether the credential is backed up now.
    package let isBackedUp: Bool
    /// Whether the authenticator has verified the person this time.
    package let isUserVerified: Bool
    /// Whether the use requires a higher count than all before, unless the passkey does not count.
    package let demandsHigherCount: Bool

    /// A use.
    package init(signCount: UInt32, isBackedUp: Bool, isUserVerified: Bool, demandsHigherCount: Bool) {
        self.signCount = signCount
        self.isBackedUp = isBackedUp
        self.isUserVerified = isUserVerified
        self.demandsHigherCount = demandsHigherCount
    }
}

/// A challenge, for the storage.
package struct IssuedChallenge: Equatable, Sendable {
    /// Identifies the challenge.
    package let id: String
    /// When it expires, in seconds since 1970. A use is remembered until then.
    package let expiration: Int64

    /// A challenge.
    package init(id: String, expiration: Int64) {
        self.id = id
        self.expiration = expiration
    }
}

/// One request to the service, as recorded with each change that it makes.
///
/// The front door may deliver a request again, and a database client may repeat a write whose answer was lost. A write
/// that finds its own attempt has been made already; one that finds another attempt is too late.
package struct Attempt: Equatable, Sendable {
    /// Identifies the request.
    package let id: String
    /// When the request came, in seconds since 1970.
    package let time: Int64

    /// An attempt.
    package init(id: String, time: Int64) {
        self.id = id
        self.time = time
    }
}
