internal import JSON
private import Primitives

/// What a relying party stores about a credential (WebAuthn section 4, "credential record").
package struct CredentialRecord: Sendable {
    /// The credential's id.
    package let id: [UInt8]
    /// The handle of the user it belongs to, as in the options that it was created with.
    package let userHandle: [UInt8]
    /// Its encoded public key. Only the verification of a signature decodes it.
    package let publicKey: [UInt8]
    /// The model of the authenticator that created it, 16 bytes; zeros if unknown.
    package let aaguid: [UInt8]
    /// How the client may reach the authenticator, in the client's words.
    package let transports: [String]
    /// Whether it may be backed up. This never changes.
    package let isBackupEligible: Bool
    /// Whether it was backed up when it was last used.
    package var isBackedUp: Bool
    /// The highest sign count so far.
    package var signCount: UInt32
    /// Whether the authenticator has verified the person at least once when using it.
    package var hasVerifiedUser: Bool

    /// A record from its stored contents.
    package init(
        id: [UInt8], userHandle: [UInt8], publicKey: [UInt8], aaguid: [UInt8], transports: [String],
        isBackupEligible: Bool, isBackedUp: Bool, signCount: UInt32, hasVerifiedUser: Bool
    ) {
        self.id = id
        self.userHandle = userHandle
        self.publicKey = publicKey
        self.aaguid = aaguid
        self.transports = transports
        self.isBackupEligible = isBackupEligible
        self.isBackedUp = isBackedUp
        self.signCount = signCount
        self.hasVerifiedUser = hasVerifiedUser
    }
}

extension CredentialRecord {
    /// The credential as options name it (WebAuthn section 5.8.3, `PublicKeyCredentialDescriptorJSON`).
    var descriptor: [UInt8] {
        JSONWriter.object { descriptor in
            descriptor.member("id", Base64URL.encode(id))
            descriptor.member("type", "public-key")
            if !transports.isEmpty { descriptor.member("transports", transports) }
        }
    }
}
