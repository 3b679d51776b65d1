internal import Primitives
internal import WebAuthn

extension StoredUser {
    /// The records of the user's passkeys.
    var passkeys: [CredentialRecord] { authenticators.compactMap(\.passkey) }

    /// The user's mailboxes.
    var emails: [StoredAuthenticator] { authenticators.filter { $0.address != nil } }

    /// The user's mailbox with an address, ignoring the case of ASCII letters.
    func email(_ address: String) -> StoredAuthenticator? {
        emails.first { $0.address.map { EmailAddress.areEqual($0, address) } ?? false }
    }

    /// The user's passkey with a credential id.
    func passkey(_ credentialID: [UInt8]) -> StoredAuthenticator? {
        authenticators.first { $0.passkey?.id == credentialID }
    }

    /// Authsignal's names for the methods that the user has enrolled, without repetitions.
    var methods: [String] {
        let methods = authenticators.map(\.verificationMethod.rawValue)
        return methods.enumerated().filter { methods.firstIndex(of: $1) == $0 }.map(\.element)
    }
}

extension StoredAuthenticator {
    /// A passkey's record; nil for a mailbox.
    var passkey: CredentialRecord? {
        if case .passkey(let record, _, _) = kind { record } else { nil }
    }

    /// A mailbox's address; nil for a passkey.
    var address: String? {
        if case .email(let address) = kind { address } else { nil }
    }

    /// Authsignal's name for this kind.
    var verificationMethod: VerificationMethod {
        switch kind {
        case .email: .emailOTP
        case .passkey: .passkey
        }
    }
}
