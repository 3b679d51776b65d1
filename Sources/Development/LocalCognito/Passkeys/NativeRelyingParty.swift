internal import JSON
internal import WebAuthn

/// The pool as a relying party, with the rules of the service: ES256 and RS256, no attestation, and every origin that
/// belongs to the relying party's domain. Which Android apps may use the domain's passkeys is left to the domain.
struct NativeRelyingParty {
    /// The relying party's id.
    let id: String
    private let userVerification: UserVerification

    /// The relying party of a pool.
    ///
    /// - Throws: `WebAuthnConfigurationMissingException` for a pool without one.
    init(_ configuration: WebAuthnConfiguration?) throws(PoolError) {
        guard let configuration, let id = configuration.relyingPartyID else {
            throw PoolError(.webAuthnConfigurationMissing, "The user pool has no relying party ID.")
        }
        self.id = id
        userVerification = configuration.userVerification == .required ? .required : .preferred
    }

    /// The options for creating a passkey.
    func registrationOptions(_ user: UserEntity, challenge: [UInt8], excluding passkeys: [NativePasskey])
        throws(PoolError)
        -> [UInt8]
    {
        let party = try party(origin: "https://\(id)")
        let excluded = passkeys.filter { $0.relyingPartyID == id }.map { CredentialDescriptor($0.record) }
        return party.registrationOptions(for: user, challenge: challenge, excluding: excluded, timeout: 60_000).json
    }

    /// The options for signing in with one of a user's passkeys.
    func authenticationOptions(challenge: [UInt8], _ passkeys: [NativePasskey]) throws(PoolError) -> [UInt8] {
        let allowed = passkeys.filter { $0.relyingPartyID == id }.map { CredentialDescriptor($0.record) }
        let party = try party(origin: "https://\(id)")
        return party.authenticationOptions(challenge: challenge, allowing: allowed, timeout: 180_000).json
    }

    /// Verifies that a passkey was created.
    func verify(
        _ credential: RegistrationCredential, _ challenge: [UInt8], userHandle: [UInt8], at time: Int64,
        isRegistered: ([UInt8]) -> Bool
    ) throws(PoolError) -> CredentialRecord {
        let party = try party(of: credential.clientDataJSON)
        do throws(WebAuthnError) {
            return try party.verify(
                credential, challenge: challenge, userHandle: userHandle, at: time, isRegistered: isRegistered
            ).record
        } catch { throw PoolError(registration: error) }
    }

    /// Verifies that one of a user's passkeys has signed.
    ///
    /// - Returns: the passkey's updated record.
    /// - Throws: `NotAuthorizedException`, whatever is wrong.
    func verify(
        _ credential: AuthenticationCredential, _ challenge: [UInt8], userHandle: [UInt8], _ passkeys: [NativePasskey]
    ) throws(PoolError) -> CredentialRecord {
        let own = passkeys.filter { $0.relyingPartyID == id }.map(\.record)
        let verified = try? party(of: credential.clientDataJSON).verify(
            credential, challenge: challenge, allowed: own.map(\.id), user: userHandle
        ) { id in own.first { $0.id == id } }
        guard let verified else { throw .incorrectUsernameOrPassword }
        return verified.record
    }

    /// The relying party for a ceremony that took place at the origin in the client data.
    private func party(of clientData: [UInt8]) throws(PoolError) -> RelyingParty {
        let origin = (try? JSONValue(parsing: clientData))?["origin"]?.string
        return try party(origin: origin ?? "")
    }

    private func party(origin text: String) throws(PoolError) -> RelyingParty {
        let origin = try? Origin(text)
        let isOwn = origin.map { $0.host.map { $0 == id || $0.hasSuffix("." + id) } ?? true } ?? false
        guard let origin, isOwn,
            let party = try? RelyingParty(
                id: id, name: id, origins: [origin], userVerification: userVerification, algorithms: [.es256, .rs256])
        else { throw .webAuthnOriginNotAllowed }
        return party
    }
}

extension PoolError {
    static let webAuthnChallengeNotFound = PoolError(
        .webAuthnChallengeNotFound, "The registration of the passkey was not started, or it has expired.")
    fileprivate static let webAuthnOriginNotAllowed = PoolError(
        .webAuthnOriginNotAllowed, "The origin of the passkey does not belong to the user pool's relying party.")

    /// The error for a passkey that is not accepted.
    fileprivate init(registration error: WebAuthnError) {
        switch error {
        case .wrongChallenge: self = .webAuthnChallengeNotFound
        case .unknownOrigin, .framed, .unknownTopOrigin: self = .webAuthnOriginNotAllowed
        case .wrongRelyingParty:
            self.init(.webAuthnRelyingPartyMismatch, "The passkey was created for another relying party.")
        case .algorithmNotOffered, .attestation, .userNotPresent, .userNotVerified:
            self.init(.webAuthnCredentialNotSupported, "The passkey is of a kind that the user pool does not accept.")
        default: self.init(.invalidParameter, "The credential is not valid: \(error)")
        }
    }
}
