package import WebAuthn

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

extension PasskeyUse {
    /// The line for the operator about a use whose sign count did not grow.
    package static let cloneWarning = "a passkey's sign count did not grow, so there may be a copy of it"

    /// The use that an assertion is.
    package init(_ verified: VerifiedAuthentication, _ signCounts: SignCountPolicy) {
        self.init(
            signCount: verified.record.signCount, isBackedUp: verified.record.isBackedUp,
            isUserVerified: verified.isUserVerified, demandsHigherCount: signCounts == .refuse)
    }
}

/// The outcome of using a passkey. Only `used` has changed anything.
package enum PasskeyUseOutcome: Equatable, Sendable {
    /// The use is noted, and the challenge used up, by this attempt: when, in seconds since 1970.
    case used(at: Int64)
    /// Another attempt has used the challenge.
    case challengeUsed
    /// The passkey has been removed.
    case gone
    /// The sign count had to be higher than all earlier ones, but is not.
    case countNotHigher
}

/// What follows from a sign count that did not grow (WebAuthn section 6.1.1).
package enum SignCountPolicy: String, Sendable, CaseIterable {
    /// The result says that the credential may have been copied. The count is evidence and no verdict: two honest uses
    /// can arrive in the other order, and authenticators have been reset.
    case report
    /// The ceremony fails.
    case refuse
}
