/// What a passkey's proof says beyond that the user holds it. Nil where the authenticator does not say.
package struct Assurance: Equatable, Sendable {
    /// Whether the device verified the person, by biometrics or a PIN (`UV`, WebAuthn section 6.1).
    package var isUserVerified: Bool?
    /// Whether the passkey may be kept on several devices (`BE`).
    package var isBackupEligible: Bool?
    /// Whether it is (`BS`).
    package var isBackedUp: Bool?
    /// The model of the device, a UUID in lower case. Without attestation it is only the client's word.
    package var aaguid: String?

    /// What is known; nothing by default.
    package init(
        isUserVerified: Bool? = nil, isBackupEligible: Bool? = nil, isBackedUp: Bool? = nil, aaguid: String? = nil
    ) {
        self.isUserVerified = isUserVerified
        self.isBackupEligible = isBackupEligible
        self.isBackedUp = isBackedUp
        self.aaguid = aaguid
    }
}
