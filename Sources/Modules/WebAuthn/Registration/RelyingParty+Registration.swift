/// A registration that passed every step.
package struct VerifiedRegistration: Sendable {
    /// The record to keep.
    package let record: CredentialRecord
    /// What is known about the authenticator.
    package let attestation: Attestation
    /// The outputs of authenticator extensions, a map, none of which is judged here; nil where there are none.
    package let extensions: CBORValue?
}

extension RelyingParty {
    /// Verifies that a client has made a credential for a user, by WebAuthn section 7.1.
    ///
    /// - Parameters:
    ///   - challenge: the one in the options, which the caller has taken out of its store so that it counts once.
    ///   - userHandle: the one in the options, that of the account the credential is for.
    ///   - time: seconds since 1970, for the validity of attestation certificates.
    ///   - isConditional: whether the client was to make the credential without asking the person, in which case nobody
    ///     need have been present.
    ///   - isRegistered: whether a credential of that id is registered, for any user.
    /// - Throws: `WebAuthnError`, that of the first step that fails.
    package func verify(
        _ credential: RegistrationCredential, challenge: [UInt8], userHandle: [UInt8], at time: Int64,
        isConditional: Bool = false, isRegistered: (_ id: [UInt8]) -> Bool
    ) throws(WebAuthnError) -> VerifiedRegistration {
        // Steps 5 to 12.
        let clientData = try CollectedClientData.read(credential.clientDataJSON)
        try check(clientData, type: "webauthn.create", challenge: challenge)
        // Step 13.
        let object: AttestationObject
        do { object = try AttestationObject(credential.attestationObject) } catch { throw .attestation(error) }
        let data = try AuthenticatorData.read(object.authenticatorData)
        // Steps 14 to 17.
        try check(data, requiresPresence: !isConditional)
        // Section 6.1: authenticator data of a registration holds the credential. Its id is what is signed about; the
        // one beside it must not send the caller to another.
        guard let attested = data.attestedCredential else { throw .credentialMissing }
        guard attested.id == credential.id else { throw .wrongCredentialID }
        // Step 20.
        let algorithm = attested.publicKey.algorithm
        guard algorithms.contains(algorithm) else { throw .algorithmNotOffered(algorithm) }
        // Steps 22 to 25.
        let verifier = AttestationVerifier(
            statement: object.statement, authenticatorData: data, credential: attested,
            clientDataHash: clientData.hash, policy: attestation, time: time)
        let outcome: Attestation
        do { outcome = try verifier.verify(format: object.format) } catch { throw .attestation(error) }
        // Step 26 is part of reading the authenticator data. Step 27.
        guard !isRegistered(attested.id) else { throw .alreadyRegistered }
        // Step 28.
        let record = CredentialRecord(
            id: attested.id, userHandle: userHandle, publicKey: attested.publicKey, aaguid: attested.aaguid,
            transports: credential.transports, isBackupEligible: data.flags.contains(.backupEligible),
            isBackedUp: data.flags.contains(.backedUp), signCount: data.signCount,
            hasVerifiedUser: data.flags.contains(.userVerified))
        return VerifiedRegistration(record: record, attestation: outcome, extensions: data.extensions)
    }
}
