/// How a user who has forgotten the password gets a new one (`RecoveryMechanisms`).
package enum AccountRecovery: String, CaseIterable, Sendable {
    /// Only an administrator can set it.
    case adminOnly = "admin_only"
    /// With a code that is sent to a verified email address. Whoever reads the mail can then sign in with a password,
    /// if a client allows that.
    case verifiedEmail = "verified_email"
}
