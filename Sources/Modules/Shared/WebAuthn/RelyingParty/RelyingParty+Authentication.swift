package import JSON
private import Primitives

/// An assertion that passed every step.
package struct VerifiedAuthentication: Sendable {
    /// The credential's updated record, which replaces the stored one.
    package let record: CredentialRecord
    /// Whether the authenticator verified the person this time.
    package let isUserVerified: Bool
    /// Whether the sign count did not grow. Then another device may have a copy of the credential's key. The caller
    /// logs it.
    package let isPossibleClone: Bool
}

extension RelyingParty {
    /// Verifies that a user's credential has signed a challenge (WebAuthn section 7.2).
    ///
    /// - Parameters:
    ///   - challenge: the challenge in the options. The caller has removed it from its store, so that it counts once.
    ///   - user: the handle of the user who is signing in; nil if the credential identifies the user.
    ///   - record: returns the record of the credential registered under an id; nil if there is none.
    /// - Throws: the `WebAuthnError` of the first step that fails.
    package func verify(
        _ credential: AuthenticationCredential, challenge: [UInt8], user: [UInt8]?,
        record: (_ id: [UInt8]) -> CredentialRecord?
    ) throws(WebAuthnError) -> VerifiedAuthentication {
        // The caller has compared the credential with those in the options (step 5). Step 6.
        guard var record = record(credential.id), record.id == credential.id else { throw .unknownCredential }
        try check(credential.userHandle, of: record, user: user)
        // Steps 8 to 18.
        let (clientData, data) = try read(credential, challenge: challenge)
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
        // Step 24.
        let isUserVerified = data.flags.contains(.userVerified)
        // The highest count stays: otherwise a copy whose count is lower would make the next honest use look suspicious
        // once, and itself never again.
        record.signCount = max(record.signCount, data.signCount)
        record.isBackedUp = data.flags.contains(.backedUp)
        record.hasVerifiedUser = record.hasVerifiedUser || isUserVerified
        return VerifiedAuthentication(record: record, isUserVerified: isUserVerified, isPossibleClone: !hasGrown)
    }

    /// Why the page or the device refutes an assertion by itself: the first of the steps 8 to 18 that fails; nil if
    /// none does. They read only what the client sent, so this does not depend on whose credential it is.
    package func fault(in credential: AuthenticationCredential, challenge: [UInt8]) -> WebAuthnError? {
        do { _ = try read(credential, challenge: challenge) } catch { return error }
        return nil
    }

    /// Steps 8 to 18.
    private func read(
        _ credential: AuthenticationCredential, challenge: [UInt8]
    ) throws(WebAuthnError) -> (CollectedClientData, AuthenticatorData) {
        // Steps 8 to 14.
        let clientData = try CollectedClientData.read(credential.clientDataJSON)
        try check(clientData, type: "webauthn.get", challenge: challenge)
        // Steps 15 to 18.
        let data = try AuthenticatorData.read(credential.authenticatorData)
        try check(data)
        return (clientData, data)
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
            guard Self.isHandle(userHandle, of: record.userHandle) else { throw .wrongUserHandle }
        }
    }

    /// Whether a handle is the owner's, or the bytes of its base64url text, or has it as its own base64url text.
    ///
    /// Authsignal's iOS SDK makes the authenticator store the text of `user.id` unchanged and returns the stored text
    /// unchanged. Browsers and Android decode it when storing and encode it when returning. If one of them creates a
    /// passkey and the other uses it, the two forms mix.
    private static func isHandle(_ handle: [UInt8], of owner: [UInt8]) -> Bool {
        handle == owner || Array(Base64URL.encode(owner).utf8) == handle
            || Array(Base64URL.encode(handle).utf8) == owner
    }
}

/// What a client sends after a credential has signed (WebAuthn section 5.1.8, `AuthenticationResponseJSON`).
package struct AuthenticationCredential: Sendable {
    /// The credential's id.
    package let id: [UInt8]
    /// The client data, in the bytes that the client hashed.
    package let clientDataJSON: [UInt8]
    /// The authenticator data.
    package let authenticatorData: [UInt8]
    /// The signature over the authenticator data and the client data's hash.
    package let signature: [UInt8]
    /// The user handle that the authenticator stored with the credential; nil if the authenticator does not send it.
    package let userHandle: [UInt8]?

    /// A credential from its decoded parts.
    package init(
        id: [UInt8], clientDataJSON: [UInt8], authenticatorData: [UInt8], signature: [UInt8], userHandle: [UInt8]?
    ) {
        self.id = id
        self.clientDataJSON = clientDataJSON
        self.authenticatorData = authenticatorData
        self.signature = signature
        self.userHandle = userHandle
    }

    /// A credential from a client's JSON. Unknown members are ignored.
    ///
    /// Binary members are base64url or standard base64, padded or not. Authsignal's iOS SDK sends the bytes of the user
    /// handle as text: a text in none of these forms is the handle itself. An empty text means that there is no handle.
    ///
    /// - Throws: `WebAuthnError.invalidMember`.
    package init(json: JSONValue) throws(WebAuthnError) {
        let reader = try CredentialReader(json)
        id = reader.id
        clientDataJSON = try reader.bytes("clientDataJSON")
        authenticatorData = try reader.bytes("authenticatorData")
        signature = try reader.bytes("signature")
        userHandle = try reader.userHandle()
    }
}
