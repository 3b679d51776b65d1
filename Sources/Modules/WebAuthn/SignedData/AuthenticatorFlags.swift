/// The flags of authenticator data (WebAuthn section 6.1). Bits 1 and 5 are reserved and not looked at.
package struct AuthenticatorFlags: OptionSet, Sendable {
    /// The flags as the bits of a byte.
    package let rawValue: UInt8

    /// Flags from the bits of a byte, reserved ones included.
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// UP: a person was there.
    package static let userPresent = AuthenticatorFlags(rawValue: 1 << 0)
    /// UV: the authenticator verified that it was the right one.
    package static let userVerified = AuthenticatorFlags(rawValue: 1 << 2)
    /// BE: the credential may be backed up; fixed for its life.
    package static let backupEligible = AuthenticatorFlags(rawValue: 1 << 3)
    /// BS: the credential is backed up now.
    package static let backedUp = AuthenticatorFlags(rawValue: 1 << 4)
    /// AT: attested credential data follows.
    package static let attestedCredential = AuthenticatorFlags(rawValue: 1 << 6)
    /// ED: extension data follows.
    package static let extensions = AuthenticatorFlags(rawValue: 1 << 7)
}
