internal import SignInTokens
internal import WebAuthn

extension Assurance {
    /// What the proof with a passkey says.
    init(_ record: CredentialRecord, isUserVerified: Bool) {
        self.init(
            isUserVerified: isUserVerified, isBackupEligible: record.isBackupEligible, isBackedUp: record.isBackedUp,
            aaguid: AAGUID(record.aaguid)?.text)
    }
}
