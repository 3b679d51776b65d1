internal import Addresses
internal import JOSE
internal import JSON
package import Passkeys
internal import Primitives
package import WebAuthn

/// A mailbox or a passkey of a user.
package struct StoredAuthenticator: Sendable {
    /// What the proof is made with.
    package enum Kind: Sendable {
        /// A mailbox.
        case email(address: String)
        /// A passkey, and the names that its owner gave when creating it.
        case passkey(CredentialRecord, username: String?, displayName: String?)
    }

    /// The service's id for it.
    package let id: String
    /// What the proof is made with.
    package var kind: Kind
    /// The name that its owner gave it, such as "My phone". Only passkeys have names.
    package var name: String?
    /// When it was enrolled, in seconds since 1970.
    package let createdAt: Int64
    /// When it was last used, in seconds since 1970.
    package var lastVerifiedAt: Int64
    /// The attempt that enrolled it; nil if it was imported.
    package let enrolledBy: String?
    /// The attempt that used it last, if any.
    package var lastUsedBy: String?

    /// An authenticator.
    package init(
        id: String, kind: Kind, name: String? = nil, createdAt: Int64, lastVerifiedAt: Int64, enrolledBy: String? = nil,
        lastUsedBy: String? = nil
    ) {
        self.id = id
        self.kind = kind
        self.name = name
        self.createdAt = createdAt
        self.lastVerifiedAt = lastVerifiedAt
        self.enrolledBy = enrolledBy
        self.lastUsedBy = lastUsedBy
    }
}

extension StoredAuthenticator {
    /// An authenticator as the APIs show it.
    /// - Parameters:
    ///   - shown: how an address is shown; nil to mask it, as for apps.
    ///   - allowsSignals: whether apps may tell the password manager that a list with it is complete; nil outside
    ///     lists.
    package func json(
        of user: UserID, showing shown: ((String) -> String)? = nil, allowsSignals: Bool? = nil
    ) -> [UInt8] {
        JSONWriter.object { object in
            object.member("userId", user.id)
            object.member("userAuthenticatorId", id)
            object.member("verificationMethod", verificationMethod.rawValue)
            object.member("createdAt", Timestamp.rfc3339(seconds: createdAt))
            object.member("verifiedAt", Timestamp.rfc3339(seconds: createdAt))
            object.member("lastVerifiedAt", Timestamp.rfc3339(seconds: lastVerifiedAt))
            if let allowsSignals { object.member("allowsSignals", allowsSignals) }
            switch kind {
            case .email(let address):
                object.member("email", (shown ?? EmailAddress.masked)(address))
            case .passkey(let record, let username, let displayName):
                object.member("username", ifPresent: username)
                object.member("displayName", ifPresent: displayName)
                object.member("webauthnCredential", raw: record.json(name: name ?? record.provider ?? "Passkey"))
            }
        }
    }
}

extension CredentialRecord {
    /// The passkey's provider, such as `iCloud Keychain`, by the model that the client named; nil if unknown.
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

extension EmailAddress {
    /// An address with only its first character and its domain.
    fileprivate static func masked(_ address: String) -> String {
        let domain = address.drop { $0 != "@" }
        return "\(address.first.map(String.init) ?? "")****\(domain)"
    }
}
