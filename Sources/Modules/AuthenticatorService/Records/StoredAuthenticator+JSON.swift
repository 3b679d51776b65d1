internal import JOSE
internal import JSON
internal import Primitives
internal import WebAuthn

extension StoredAuthenticator {
    /// An authenticator as the APIs show it. Apps get masked addresses.
    func json(of user: UserID, isMasked: Bool) -> [UInt8] {
        JSONWriter.object { object in
            object.member("userId", user.id)
            object.member("userAuthenticatorId", id)
            object.member("verificationMethod", verificationMethod.rawValue)
            object.member("createdAt", Timestamp.rfc3339(seconds: createdAt))
            object.member("verifiedAt", Timestamp.rfc3339(seconds: createdAt))
            object.member("lastVerifiedAt", Timestamp.rfc3339(seconds: lastVerifiedAt))
            switch kind {
            case .email(let address):
                object.member("email", isMasked ? EmailAddress.masked(address) : address)
            case .passkey(let record, let username, let displayName):
                object.member("username", ifPresent: username)
                object.member("displayName", ifPresent: displayName)
                object.member("webauthnCredential", raw: record.json(name: name ?? record.provider ?? "Passkey"))
            }
        }
    }
}

extension CredentialRecord {
    /// Who keeps the passkey, such as `iCloud Keychain`, by the model that the client named; nil if that is unknown.
    var provider: String? { AAGUID(aaguid).flatMap(PasskeyProvider.name) }

    fileprivate func json(name: String) -> [UInt8] {
        JSONWriter.object { object in
            object.member("credentialId", Base64URL.encode(id))
            object.member("name", name)
            object.member("aaguid", ifPresent: AAGUID(aaguid)?.text)
            object.member("credentialBackedUp", isBackedUp)
            object.member("credentialDeviceType", isBackupEligible ? "multiDevice" : "singleDevice")
        }
    }
}
