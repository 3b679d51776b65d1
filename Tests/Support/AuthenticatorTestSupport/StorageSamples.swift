package import AuthenticatorService
internal import OpenSSLCrypto
package import Passkeys
internal import TestKeys
internal import WebAuthn

/// Users, authenticators and attempts for the rules.
package enum StorageSamples {
    /// Seconds since 1970.
    package static let time: Int64 = 1_780_272_000

    /// Attempts that differ from each other.
    package static func attempt(_ id: String, after seconds: Int64 = 0) -> Attempt {
        Attempt(id: id, time: time + seconds)
    }

    /// A user who is not stored yet.
    package static func user(_ id: String = "alice", tenantID: String = "pool") -> StoredUser {
        StoredUser(
            id: UserID(tenantID: tenantID, id: id), handle: [UInt8](repeating: 7, count: 32),
            email: "\(id)@example.org", username: "name of \(id)", displayName: "Zoë of \(id)",
            locale: "de-CH")
    }

    /// A mailbox.
    package static func mailbox(_ id: String = "mailbox", _ address: String = "alice@example.org")
        -> StoredAuthenticator
    {
        StoredAuthenticator(
            id: id, kind: .email(address: address), createdAt: time, lastVerifiedAt: time, enrolledBy: "enrolment")
    }

    /// A passkey whose credential id consists of one repeated byte.
    package static func passkey(
        _ id: String = "passkey", credential byte: UInt8 = 1, by attempt: Attempt, signCount: UInt32 = 0
    ) throws -> StoredAuthenticator {
        let record = CredentialRecord(
            id: [UInt8](repeating: byte, count: 32), userHandle: [UInt8](repeating: 7, count: 32),
            publicKey: CredentialPublicKey.encoding(of: try PrivateKey.generate(.p256).publicKey),
            aaguid: [UInt8](repeating: 0xAB, count: 16), transports: ["internal", "hybrid"], isBackupEligible: true,
            isBackedUp: false, signCount: signCount, hasVerifiedUser: false)
        return StoredAuthenticator(
            id: id, kind: .passkey(record, username: "alice", displayName: "Alice"), name: "My phone",
            createdAt: attempt.time, lastVerifiedAt: attempt.time, enrolledBy: attempt.id)
    }

    /// A challenge that expires in five minutes.
    package static func challenge(_ id: String = "challenge") -> IssuedChallenge {
        IssuedChallenge(id: id, expiration: time + 300)
    }
}
