/// Why a credential is refused: the step of WebAuthn section 7.1 or 7.2 that fails.
package enum WebAuthnError: Error, Equatable, Sendable {
    // The credential's form.

    /// The named member of the credential's JSON is absent, or has a wrong type or value.
    case invalidMember(String)
    /// The client data cannot be read.
    case clientData(ClientDataError)
    /// The authenticator data cannot be read.
    case authenticatorData(AuthenticatorDataError)
    /// The attestation object cannot be read, or its statement is invalid or not accepted.
    case attestation(AttestationError)

    // Either ceremony.

    /// The client data's type is not that of this ceremony.
    case wrongType
    /// The client data contains another challenge.
    case wrongChallenge
    /// The ceremony took place at an origin that is not configured.
    case unknownOrigin
    /// The ceremony took place in a frame of another site's page.
    case framed
    /// The outermost page may not frame a ceremony.
    case unknownTopOrigin
    /// The credential is scoped to another relying party.
    case wrongRelyingParty
    /// No person was present.
    case userNotPresent
    /// The authenticator did not verify the person.
    case userNotVerified
    /// The flags say that the credential is backed up but not eligible for backup.
    case backedUpButNotEligible

    // Registration.

    /// The authenticator data does not contain a new credential.
    case credentialMissing
    /// The credential's id differs from the one in the authenticator data.
    case wrongCredentialID
    /// The credential's algorithm was not offered.
    case algorithmNotOffered(COSEAlgorithm)

    // Authentication.

    /// No credential with this id is registered.
    case unknownCredential
    /// The credential belongs to another user than the one who is signing in.
    case wrongUser
    /// The user who is signing in is not known, and the authenticator does not name one.
    case userHandleMissing
    /// The authenticator names a different user than the credential's owner.
    case wrongUserHandle
    /// The credential's eligibility for backup differs from the one at its registration.
    case backupEligibilityChanged
    /// The stored key of the credential cannot be read.
    case unreadableRecord(COSEError)
    /// The signature does not cover this ceremony, or another key made it.
    case invalidSignature
}
