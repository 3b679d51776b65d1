/// An assertion that passed every step.
package struct VerifiedAuthentication: Sendable {
    /// The credential's record, updated: to be kept in place of the former one.
    package let record: CredentialRecord
    /// Whether the authenticator verified the person this time.
    package let isUserVerified: Bool
    /// The outputs of authenticator extensions, a map, none of which is judged here; nil where there are none.
    package let extensions: CBORValue?
}

extension RelyingParty {
    /// Verifies that a user's credential has signed a challenge, by WebAuthn section 7.2.
    ///
    /// - Parameters:
    ///   - challenge: the one in the options, which the caller has taken out of its store so that it counts once.
    ///   - allowed: the ids in the options; empty where they let the person choose.
    ///   - user: the handle of the user who is signing in; nil where the credential is to tell.
    ///   - record: the record of the credential registered under an id; nil when there is none.
    /// - Throws: `WebAuthnError`, that of the first step that fails.
    package func verify(
        _ credential: AuthenticationCredential, challenge: [UInt8], allowed: [[UInt8]], user: [UInt8]?,
        record: (_ id: [UInt8]) -> CredentialRecord?
    ) throws(WebAuthnError) -> VerifiedAuthentication {
        // Step 5.
        guard allowed.isEmpty || allowed.contains(credential.id) else { throw .credentialNotAllowed }
        // Step 6.
        guard var record = record(credential.id), record.id == credential.id else { throw .unknownCredential }
        try check(credential.userHandle, of: record, user: user)
        // Steps 8 to 14.
        let clientData = try CollectedClientData.read(credential.clientDataJSON)
        try check(clientData, type: "webauthn.get", challenge: challenge)
        // Steps 15 to 18.
        let data = try AuthenticatorData.read(credential.authenticatorData)
        try check(data, requiresPresence: true)
        // Section 6.1: authenticator data of an assertion holds no credential.
        guard data.attestedCredential == nil else { throw .unexpectedCredential }
        // Step 19.
        guard data.flags.contains(.backupEligible) == record.isBackupEligible else { throw .backupEligibilityChanged }
        // Steps 20 and 21.
        guard record.publicKey.isValid(credential.signature, of: data.bytes + clientData.hash) else {
            throw .invalidSignature
        }
        // Step 22, after the signature: a stranger must not be able to report a copy. Where neither the authenticator
        // nor the record has counted, none is counted.
        guard data.signCount > record.signCount || (data.signCount == 0 && record.signCount == 0) else {
            throw .signCountNotIncreased
        }
        // Step 24.
        let isUserVerified = data.flags.contains(.userVerified)
        record.signCount = data.signCount
        record.isBackedUp = data.flags.contains(.backedUp)
        record.hasVerifiedUser = record.hasVerifiedUser || isUserVerified
        return VerifiedAuthentication(record: record, isUserVerified: isUserVerified, extensions: data.extensions)
    }

    /// Step 6: the credential belongs to the user who is signing in, or to the one it names itself.
    private func check(
        _ userHandle: [UInt8]?, of record: CredentialRecord, user: [UInt8]?
    ) throws(WebAuthnError) {
        if let user {
            guard record.userHandle == user else { throw .wrongUser }
        } else {
            guard userHandle != nil else { throw .userHandleMissing }
        }
        if let userHandle {
            guard userHandles.accepts(userHandle, owner: record.userHandle) else { throw .wrongUserHandle }
        }
    }
}
