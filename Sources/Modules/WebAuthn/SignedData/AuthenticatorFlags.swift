/// The flags of authenticator data (WebAuthn section 6.1). Bits 1 and 5 are reserved and ignored.
package struct AuthenticatorFlags: OptionSet, Sendable {
    /// The flags as the bits of a byte.
    package let rawValue: UInt8

    /// Flags from the bits of a byte, including the reserved bits.
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// UP: a person was present.
    package static let userPresent = AuthenticatorFlags(rawValue: 1 << 0)
    /// UV: the authenticator verified the person.
    package static let userVerified = AuthenticatorFlags(rawValue: 1 << 2)
    /// BE: the credential may be backed up. This never changes.
    package static let backupEligible = AuthenticatorFlags(rawValue: 1 << 3)
    /// BS: the credential is backed up now.
    package static let backedUp = AuthenticatorFlags(rawValue: 1 << 4)
    /// AT: attested credential data follows.
    package static let attestedCredential = AuthenticatorFlags(rawValue: 1 << 6)
    /// ED: extension data follows.
    package static let extensions = AuthenticatorFlags(rawValue: 1 << 7)
}
