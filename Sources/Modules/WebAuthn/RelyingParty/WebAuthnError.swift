/// Why a credential is refused: the step of WebAuthn section 7.1 or 7.2 that fails.
package enum WebAuthnError: Error, Equatable, Sendable {
    // What came.

    /// The named member of the credential's JSON is absent, or has a wrong type or value.
    case invalidMember(String)
    /// The client data cannot be read.
    case clientData(ClientDataError)
    /// The authenticator data cannot be read.
    case authenticatorData(AuthenticatorDataError)
    /// The attestation object cannot be read, or its statement is wrong or not accepted.
    case attestation(AttestationError)

    // Either ceremony.

    /// The client data is of the other ceremony, or of none.
    case wrongType
    /// The client data is about another challenge.
    case wrongChallenge
    /// The ceremony took place where it may not.
    case unknownOrigin
    /// The ceremony took place in a frame of another site's page.
    case framed
    /// The outermost page is none that may frame a ceremony.
    case unknownTopOrigin
    /// The credential is scoped to another relying party.
    case wrongRelyingParty
    /// Nobody was present.
    case userNotPresent
    /// The authenticator did not verify the person.
    case userNotVerified
    /// The credential is said to be backed up, but not eligible for it.
    case backedUpButNotEligible

    // Registration.

    /// The authenticator data holds no new credential.
    case credentialMissing
    /// The credential's id is not the one in the authenticator data.
    case wrongCredentialID
    /// The credential's algorithm was not offered.
    case algorithmNotOffered(COSEAlgorithm)
    /// The credential's id is registered already.
    case alreadyRegistered

    // Authentication.

    /// The credential is none of those the options allowed.
    case credentialNotAllowed
    /// No credential of that id is registered.
    case unknownCredential
    /// The credential belongs to another user than the one who is signing in.
    case wrongUser
    /// Who is signing in is not known, and the authenticator does not say.
    case userHandleMissing
    /// The authenticator names another user than the one the credential belongs to.
    case wrongUserHandle
    /// The authenticator data holds a new credential, which that of an assertion never does.
    case unexpectedCredential
    /// The credential is eligible for backup and was not when it was made, or the other way round.
    case backupEligibilityChanged
    /// The signature is not one of this ceremony under the credential's key.
    case invalidSignature
    /// The sign count did not rise: there may be a copy of the credential.
    case signCountNotIncreased
}
