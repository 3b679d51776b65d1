internal import WebAuthn

/// Why a passkey is refused, in a word for log, metrics and audit log. docs/reasons.md has causes and cures.
package enum PasskeyRefusal: String, CaseIterable, Equatable, Sendable {
    // What the client sent cannot be read.

    /// A member of the credential's JSON is absent, or has a wrong type or value.
    case unreadableCredential = "unreadable_credential"
    /// The client data is not strict JSON with its members.
    case unreadableClientData = "unreadable_client_data"
    /// The authenticator data is malformed.
    case unreadableAuthenticatorData = "unreadable_authenticator_data"

    // Either ceremony.

    /// The client data is of another ceremony.
    case wrongType = "wrong_type"
    /// The client data has another challenge than the options.
    case wrongChallenge = "wrong_challenge"
    /// The page or app is not among the relying party's origins.
    case unlistedOrigin = "unlisted_origin"
    /// The page is in a frame, and none is allowed.
    case framed
    /// The page is in a frame of a page that is not listed.
    case unlistedTopOrigin = "unlisted_top_origin"
    /// The passkey belongs to another domain.
    case wrongRelyingParty = "wrong_relying_party"
    /// No person was present.
    case userNotPresent = "user_not_present"
    /// The device has not verified the person.
    case userNotVerified = "user_not_verified"
    /// The passkey is backed up, but says that it cannot be.
    case wrongBackupFlags = "wrong_backup_flags"

    // Registration.

    /// The authenticator data has no new credential.
    case credentialMissing = "credential_missing"
    /// The credential's id is not the one in the authenticator data.
    case wrongCredentialID = "wrong_credential_id"
    /// The options did not offer the algorithm.
    case algorithmNotOffered = "algorithm_not_offered"
    /// The attestation statement is broken.
    case invalidAttestation = "invalid_attestation"
    /// The policy demands another attestation, or another model of authenticator.
    case attestationNotAccepted = "attestation_not_accepted"
    /// The credential is registered already.
    case alreadyRegistered = "already_registered"
    /// The user has the most passkeys allowed.
    case tooManyPasskeys = "too_many_passkeys"

    // Authentication.

    /// The credential is not registered, or its owner has removed it.
    case unknownCredential = "unknown_credential"
    /// The credential is not registered, and its user handle is not this pool's: it may belong to another pool with the
    /// same relying party.
    case foreignCredential = "foreign_credential"
    /// The options list other passkeys.
    case notOffered = "not_offered"
    /// The passkey is another user's.
    case wrongUser = "wrong_user"
    /// The user is not known, and the passkey does not name one.
    case userHandleMissing = "user_handle_missing"
    /// The passkey names another user than its owner.
    case wrongUserHandle = "wrong_user_handle"
    /// The owner does not have the name that was entered.
    case wrongName = "wrong_name"
    /// The passkey has changed whether it may be backed up since its registration.
    case backupEligibilityChanged = "backup_eligibility_changed"
    /// The signature is by another key or of other data.
    case invalidSignature = "invalid_signature"
    /// The sign count did not grow, so there may be a copy of the passkey.
    case signCountNotHigher = "sign_count_not_higher"
}

extension PasskeyRefusal {
    /// The refusal for an error of WebAuthn; nil for an unreadable stored key, which is our fault.
    init?(_ error: WebAuthnError) {
        switch error {
        case .invalidMember: self = .unreadableCredential
        case .clientData: self = .unreadableClientData
        case .authenticatorData: self = .unreadableAuthenticatorData
        case .attestation(let error): self = error.isOfPolicy ? .attestationNotAccepted : .invalidAttestation
        case .wrongType: self = .wrongType
        case .wrongChallenge: self = .wrongChallenge
        case .unknownOrigin: self = .unlistedOrigin
        case .framed: self = .framed
        case .unknownTopOrigin: self = .unlistedTopOrigin
        case .wrongRelyingParty: self = .wrongRelyingParty
        case .userNotPresent: self = .userNotPresent
        case .userNotVerified: self = .userNotVerified
        case .backedUpButNotEligible: self = .wrongBackupFlags
        case .credentialMissing: self = .credentialMissing
        case .wrongCredentialID: self = .wrongCredentialID
        case .algorithmNotOffered: self = .algorithmNotOffered
        case .unknownCredential: self = .unknownCredential
        case .wrongUser: self = .wrongUser
        case .userHandleMissing: self = .userHandleMissing
        case .wrongUserHandle: self = .wrongUserHandle
        case .backupEligibilityChanged: self = .backupEligibilityChanged
        case .unreadableRecord: return nil
        case .invalidSignature: self = .invalidSignature
        }
    }

    /// What the app may know and can act on: faults of the page and the device, never of a user. Nil for everything
    /// else.
    package var failureReason: String? {
        switch self {
        case _ where isOfOrigin: "ORIGIN_NOT_ALLOWED"
        case .userNotVerified: "USER_NOT_VERIFIED"
        case .alreadyRegistered: "ALREADY_REGISTERED"
        default: nil
        }
    }

    /// Whether the page, or the frame that it is in, may not use the passkeys.
    package var isOfOrigin: Bool { [.unlistedOrigin, .framed, .unlistedTopOrigin].contains(self) }
}

extension AttestationError {
    /// Whether the statement may be valid, but proves less than the relying party demands.
    fileprivate var isOfPolicy: Bool {
        switch self {
        case .untrustedChain, .notAccepted, .modelNotProven, .modelNotAccepted: true
        case .malformed, .notAMap, .invalidMember, .invalidFormat, .malformedStatement, .wrongAlgorithm,
            .wrongCredentialKey, .invalidSignature, .invalidCertificate, .wrongCertificateCount, .wrongCertificateKey,
            .wrongCertificateVersion, .wrongCertificateSubject, .authorityCertificate, .malformedAAGUIDExtension,
            .wrongAAGUID, .certificateOutsideValidity:
            false
        }
    }
}
