private import Addresses
package import OpenSSLCrypto
package import Passkeys
package import Primitives
package import WebAuthn

/// A user as the service stores them.
package struct StoredUser: Sendable {
    /// The user.
    package let id: UserID
    /// The user handle of the user's passkeys. The first passkey fixes it.
    package internal(set) var handle: [UInt8]
    /// The pool's address for the user, which may be unproven.
    package var email: String?
    /// The pool's name for the user.
    package var username: String?
    /// The person's name for display.
    package var displayName: String?
    /// The user's language and region, such as `de-CH`, for mails.
    package var locale: String?
    /// Whether the user has ever had a passkey, even if it has been removed since.
    package var hasHadPasskey: Bool
    /// The user's authenticators, oldest first.
    package var authenticators: [StoredAuthenticator]
    /// How often the user has changed, not counting uses of authenticators; 0 for a user who is not stored yet.
    package var version: Int64
    /// The attempt that changed the user last; nil for a user who is not stored yet.
    package var lastAttempt: String?

    /// A user.
    package init(
        id: UserID, handle: [UInt8], email: String? = nil, username: String? = nil, displayName: String? = nil,
        locale: String? = nil, hasHadPasskey: Bool = false, authenticators: [StoredAuthenticator] = [],
        version: Int64 = 0,
        lastAttempt: String? = nil
    ) {
        self.id = id
        self.handle = handle
        self.email = email
        self.username = username
        self.displayName = displayName
        self.locale = locale
        self.hasHadPasskey = hasHadPasskey
        self.authenticators = authenticators
        self.version = version
        self.lastAttempt = lastAttempt
    }
}

extension StoredUser {
    /// A user who is not stored yet.
    package static func new(_ id: UserID) throws(CryptoError) -> StoredUser {
        StoredUser(id: id, handle: try UserHandle.new(for: id))
    }
}

extension StoredUser {
    /// The records of the user's passkeys.
    var passkeys: [CredentialRecord] { authenticators.compactMap(\.passkey) }

    /// The user's mailboxes.
    package var emails: [StoredAuthenticator] { authenticators.filter { $0.address != nil } }

    /// The user's mailbox with an address, in any form of it.
    package func email(_ address: String) -> StoredAuthenticator? {
        emails.first { EmailAddress.areEqual($0.address ?? "", address) }
    }

    /// The user's passkey with a credential id.
    func passkey(_ credentialID: [UInt8]) -> StoredAuthenticator? {
        authenticators.first { $0.passkey?.id == credentialID }
    }
}

extension StoredAuthenticator {
    /// A passkey's record; nil for a mailbox.
    package var passkey: CredentialRecord? {
        if case .passkey(let record, _, _) = kind { record } else { nil }
    }

    /// A mailbox's address; nil for a passkey.
    package var address: String? {
        if case .email(let address) = kind { address } else { nil }
    }

    /// Authsignal's name for this kind.
    package var verificationMethod: VerificationMethod {
        switch kind {
        case .email: .emailOTP
        case .passkey: .passkey
        }
    }
}

extension StoredUser {
    /// The names given when a passkey was created.
    func names(ofPasskey id: [UInt8]) -> (username: String?, displayName: String?) {
        guard case .passkey(_, let username, let displayName) = passkey(id)?.kind else { return (nil, nil) }
        return (username, displayName)
    }

    /// Whether a name is one of the user's: the pool's name for the user, one given with a passkey, or an address.
    func isKnown(as name: String) -> Bool {
        let passkeyNames = passkeys.map { names(ofPasskey: $0.id).username }
        let texts = ([username, id.id] + passkeyNames).compactMap { $0 }
        let addresses = ([email] + emails.map(\.address)).compactMap { $0 }
        return texts.contains { $0.hasSameBytes(as: name) } || addresses.contains { EmailAddress.areEqual($0, name) }
    }
}

/// Identifies one action of a user.
package struct ActionID: Hashable, Sendable {
    /// The user.
    package let user: UserID
    /// The pool's name for this kind of action.
    package let code: String
    /// The key of this occurrence of the action.
    package let idempotencyKey: String

    /// An action's id.
    package init(user: UserID, code: String, idempotencyKey: String) {
        self.user = user
        self.code = code
        self.idempotencyKey = idempotencyKey
    }
}
