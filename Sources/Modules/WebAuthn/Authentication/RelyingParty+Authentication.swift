/// An assertion that passed every step.
package struct VerifiedAuthentication: Sendable {
    /// The credential's updated record, which replaces the stored one.
    package let record: CredentialRecord
    /// Whether the authenticator verified the person this time.
    package let isUserVerified: Bool
    /// Whether the sign count did not grow. Then another device may have a copy of the credential's key. The caller logs
    /// it.
    package let isPossibleClone: Bool
    /// The map of authenticator extension outputs, which are not checked; nil if there are none.
    package let extensions: CBORValue?
}

extension RelyingParty {
    /// Verifies that a user's credential has signed a challenge (WebAuthn section 7.2).
    ///
    /// - Parameters:
    ///   - challenge: the challenge in the options. The caller has removed it from its store, so that it counts once.
    ///   - allowed: the credential ids in the options; empty if the options let the person choose.
    ///   - user: the handle of the user who is signing in; nil if the credential identifies the user.
    ///   - demands: what the options that were issued demanded of the person; nil for what this relying party demands
    ///     now. It must not come from the client. Somebody must always be present.
    ///   - record: returns the record of the credential registered under an id; nil if there is none.
    /// - Throws: the `WebAuthnError` of the first step that fails.
    package func verify(
        _ credential: AuthenticationCredential, challenge: [UInt8], allowed: [[UInt8]], user: [UInt8]?,
        demands: CeremonyDemands? = nil, record: (_ id: [UInt8]) -> CredentialRecord?
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
        let needsVerification = (demands ?? self.demands()).userVerification
        try check(data, CeremonyDemands(userPresence: true, userVerification: needsVerification))
        // Step 19.
        guard data.flags.contains(.backupEligible) == record.isBackupEligible else { throw .backupEligibilityChanged }
        // Steps 20 and 21.
        let key: CredentialPublicKey
        do { key = try CredentialPublicKey(encoded: record.publicKey) } catch { throw .unreadableRecord(error) }
        guard key.isValid(credential.signature, of: data.bytes + clientData.hash) else {
            throw .invalidSignature
        }
        // Step 22 comes after the signature check, so that a stranger cannot report a copied credential. If both counts
        // are zero, the authenticator does not count.
        let hasGrown = data.signCount > record.signCount || (data.signCount == 0 && record.signCount == 0)
        guard hasGrown || signCounts == .report else { throw .signCountNotIncreased }
        // Step 24.
        let isUserVerified = data.flags.contains(.userVerified)
        // The highest count stays: otherwise a copy whose count is lower would make the next honest use look suspicious
        // once, and itself never again.
        record.signCount = max(record.signCount, data.signCount)
        record.isBackedUp = data.flags.contains(.backedUp)
        record.hasVerifiedUser = record.hasVerifiedUser || isUserVerified
        return VerifiedAuthentication(
            record: record, isUserVerified: isUserVerified, isPossibleClone: !hasGrown, extensions: data.extensions)
    }

    /// Step 6: the credential belongs to the user who is signing in, or to the user that it names.
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
