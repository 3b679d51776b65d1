package import JSON

/// A registration that passed every step.
package struct VerifiedRegistration: Sendable {
    /// The record to store.
    package let record: CredentialRecord
    /// What is known about the authenticator.
    package let attestation: Attestation
}

extension RelyingParty {
    /// Verifies that a client has created a credential for a user (WebAuthn section 7.1).
    ///
    /// - Parameters:
    ///   - challenge: the challenge in the options. The caller has removed it from its store, so that it counts once.
    ///   - userHandle: the user handle in the options, which identifies the account that the credential is for.
    ///   - mediation: that of the issued ceremony, which must not come from the client.
    ///   - time: seconds since 1970, for the validity of attestation certificates.
    /// - Returns: what the caller stores, unless a credential of this id is registered for any user (step 27).
    /// - Throws: the `WebAuthnError` of the first step that fails.
    package func verify(
        _ credential: RegistrationCredential, challenge: [UInt8], userHandle: [UInt8],
        mediation: CreationMediation = .optional, at time: Int64
    ) throws(WebAuthnError) -> VerifiedRegistration {
        // Steps 5 to 12.
        let clientData = try CollectedClientData.read(credential.clientDataJSON)
        try check(clientData, type: "webauthn.create", challenge: challenge)
        // Step 13.
        let object: AttestationObject
        do { object = try AttestationObject(credential.attestationObject) } catch { throw .attestation(error) }
        var data = try AuthenticatorData.read(object.authenticatorData)
        // Section 8.6: a U2F statement does not sign the flags. U2F authenticators set none of these three.
        if object.isU2F { data.flags.subtract([.userVerified, .backupEligible, .backedUp]) }
        // Steps 14 to 17.
        try check(data, mediation: mediation)
        // Section 6.1: the authenticator data of a registration contains the credential. Signatures cover the id in it,
        // so the id beside it must not name a different credential.
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
        // Step 26 was part of reading the authenticator data. Step 28.
        let record = CredentialRecord(
            id: attested.id, userHandle: userHandle, publicKey: attested.publicKey.encoded, aaguid: attested.aaguid,
            transports: credential.transports, isBackupEligible: data.flags.contains(.backupEligible),
            isBackedUp: data.flags.contains(.backedUp), signCount: data.signCount,
            hasVerifiedUser: data.flags.contains(.userVerified))
        return VerifiedRegistration(record: record, attestation: outcome)
    }
}

/// What a client sends after it has created a credential (WebAuthn section 5.1.8, `RegistrationResponseJSON`).
package struct RegistrationCredential: Sendable {
    /// The credential's id.
    package let id: [UInt8]
    /// The client data, in the bytes that the client hashed.
    package let clientDataJSON: [UInt8]
    /// The encoded attestation object.
    package let attestationObject: [UInt8]
    /// How the client may reach the authenticator, in the client's words; empty if the client does not say.
    package let transports: [String]

    /// A credential from its decoded parts.
    package init(id: [UInt8], clientDataJSON: [UInt8], attestationObject: [UInt8], transports: [String] = []) {
        self.id = id
        self.clientDataJSON = clientDataJSON
        self.attestationObject = attestationObject
        self.transports = transports
    }

    /// A credential from a client's JSON. Unknown members are ignored.
    ///
    /// Binary members are base64url or standard base64, padded or not. There may be at most 16 transports of 32 bytes
    /// each.
    ///
    /// - Throws: `WebAuthnError.invalidMember`.
    package init(json: JSONValue) throws(WebAuthnError) {
        let reader = try CredentialReader(json)
        id = reader.id
        clientDataJSON = try reader.bytes("clientDataJSON")
        attestationObject = try reader.bytes("attestationObject")
        transports = try reader.transports()
    }
}
