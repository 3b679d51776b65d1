internal import JSON
internal import OpenSSLCrypto
internal import WebAuthn

extension UserPool {
    /// Whether the user has a passkey that can be asked for now.
    func hasPasskey(_ subject: SignInSubject) -> Bool {
        subject.user?.passkeys.contains { $0.relyingPartyID == webAuthn?.relyingPartyID } ?? false
    }

    /// The challenge `WEB_AUTHN`.
    func askForPasskey(_ subject: SignInSubject) throws(PoolError) -> SignInAnswer {
        let party = try NativeRelyingParty(webAuthn)
        guard let challenge = try? SecureRandom.bytes(32) else {
            throw PoolError(.internalError, "There are no random bytes.")
        }
        let options = try party.authenticationOptions(challenge: challenge, subject.user?.passkeys ?? [])
        return try challengeAnswer(
            .webAuthn(challenge: challenge), subject, rows: [],
            parameters: [
                "USERNAME": subject.name, "CREDENTIAL_REQUEST_OPTIONS": String(decoding: options, as: UTF8.self),
            ])
    }

    /// Signs in with the credential that answers the challenge.
    func signIn(
        _ subject: SignInSubject, credential text: String, challenge: [UInt8]
    ) async throws(PoolError) -> SignInAnswer {
        guard let json = try? JSONValue(parsing: Array(text.utf8)),
            let credential = try? AuthenticationCredential(json: json)
        else { throw PoolError(.invalidParameter, "CREDENTIAL is not the JSON of a credential.") }
        guard var user = subject.user else { throw .incorrectUsernameOrPassword }
        let record = try NativeRelyingParty(webAuthn).verify(
            credential, challenge, userHandle: user.passkeyHandle, user.passkeys)
        for index in user.passkeys.indices where user.passkeys[index].record.id == record.id {
            user.passkeys[index].record = record
        }
        users.store(user)
        return .tokens(try await issueTokens(subject, .authentication))
    }
}
