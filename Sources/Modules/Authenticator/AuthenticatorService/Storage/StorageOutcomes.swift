/// What became of a change of a user.
package enum UserChange: Equatable, Sendable {
    /// It is made.
    case made
    /// The user is no longer as they were read.
    case conflict
}

/// What became of a passkey that was to be added.
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

/// What became of the note of a use.
package enum UseOutcome: Equatable, Sendable {
    /// It is noted.
    case noted
    /// The authenticator has been removed.
    case gone
    /// The sign count is not higher than that of an earlier use, although this was demanded.
    case countNotHigher
}

/// One use of an authenticator.
package struct AuthenticatorUse: Equatable, Sendable {
    /// What a passkey's assertion says; nil for a mailbox.
    package var passkey: Passkey?

    /// What the assertion of a passkey says.
    package struct Passkey: Equatable, Sendable {
        /// Its sign count. The highest one is kept, because two honest uses can arrive in the other order.
        package let signCount: UInt32
        /// Whether the credential is backed up now.
        package let isBackedUp: Bool
        /// Whether the authenticator has verified the person this time.
        package let isUserVerified: Bool
        /// Whether the use counts only if the count is higher than all before, or the passkey does not count.
        package let demandsHigherCount: Bool

        /// A use.
        package init(signCount: UInt32, isBackedUp: Bool, isUserVerified: Bool, demandsHigherCount: Bool) {
            self.signCount = signCount
            self.isBackedUp = isBackedUp
            self.isUserVerified = isUserVerified
            self.demandsHigherCount = demandsHigherCount
        }
    }

    /// A use of a passkey, or of a mailbox if there is none.
    package init(passkey: Passkey? = nil) { self.passkey = passkey }
}

/// A challenge as the storage knows it.
package struct IssuedChallenge: Equatable, Sendable {
    /// Tells the challenge from all others.
    package let id: String
    /// When it expires, in seconds since 1970. A use is remembered until then.
    package let expiration: Int64

    /// A challenge.
    package init(id: String, expiration: Int64) {
        self.id = id
        self.expiration = expiration
    }
}

/// One request to the service, as it writes it down with everything that the request changes.
///
/// The front door may deliver a request a second time, and a client of the database may send a write again whose answer
/// got lost. A write that finds its own attempt has been made already. A write that finds another attempt has come too
/// late.
package struct Attempt: Equatable, Sendable {
    /// Tells the request from all others.
    package let id: String
    /// When the request came, in seconds since 1970.
    package let time: Int64

    /// An attempt.
    package init(id: String, time: Int64) {
        self.id = id
        self.time = time
    }
}
