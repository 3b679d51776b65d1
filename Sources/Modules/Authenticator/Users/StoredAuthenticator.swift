package import WebAuthn

/// A way in which a user has proven who they are, and may again.
package struct StoredAuthenticator: Sendable {
    /// What the proof is made with.
    package enum Kind: Sendable {
        /// A mailbox.
        case email(address: String)
        /// A passkey, and the names its owner gave when making it.
        case passkey(CredentialRecord, username: String?, displayName: String?)
    }

    /// The service's name for it.
    package let id: String
    /// What the proof is made with.
    package var kind: Kind
    /// What its owner calls it: "My phone", for instance. Only passkeys are given names.
    package var name: String?
    /// When it was enrolled, in seconds since 1970.
    package let createdAt: Int64
    /// When it was last used, in seconds since 1970.
    package var lastVerifiedAt: Int64

    /// An authenticator.
    package init(id: String, kind: Kind, name: String? = nil, createdAt: Int64, lastVerifiedAt: Int64) {
        self.id = id
        self.kind = kind
        self.name = name
        self.createdAt = createdAt
        self.lastVerifiedAt = lastVerifiedAt
    }
}
