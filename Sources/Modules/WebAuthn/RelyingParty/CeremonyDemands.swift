/// What a ceremony demands of the person.
///
/// It is fixed when the options are issued, and kept with the challenge. Nothing that a client sends later may change
/// it: a client could otherwise declare that its ceremony needed nobody.
package struct CeremonyDemands: Sendable, Equatable {
    /// Whether a person must be present.
    package let userPresence: Bool
    /// Whether the authenticator must verify the person.
    package let userVerification: Bool

    /// Demands, as they were kept with a challenge.
    package init(userPresence: Bool, userVerification: Bool) {
        self.userPresence = userPresence
        self.userVerification = userVerification
    }
}

/// How the client asks the person before it creates a credential (Credential Management section 2.3.2). The raw value is
/// what a page passes to `navigator.credentials.create` as `mediation`, beside the options.
package enum CreationMediation: String, Sendable, CaseIterable {
    /// It shows a dialog.
    case optional
    /// It does not ask: the person has just signed in another way, and the password manager that filled in the password
    /// creates a passkey without a dialog. Nobody is present or verified for this, so the credential proves nothing
    /// about the person until it is used.
    case conditional
}

extension RelyingParty {
    /// What this relying party demands of a ceremony that it issues now.
    package func demands(mediation: CreationMediation = .optional) -> CeremonyDemands {
        switch mediation {
        case .optional: CeremonyDemands(userPresence: true, userVerification: userVerification == .required)
        case .conditional: CeremonyDemands(userPresence: false, userVerification: false)
        }
    }
}
