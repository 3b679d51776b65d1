package import AuthenticatorService
internal import Foundation
internal import OpenSSLCrypto
internal import Primitives
internal import TestKeys
internal import WebAuthn

/// What the Authsignal stand-in begins with, and how it answers.
package struct StandInSetup: Sendable {
    /// A factor that a user has enrolled.
    package enum Factor: Equatable, Sendable {
        /// A passkey with which nobody can sign.
        case passkey
        /// A mailbox.
        case email(address: String)
    }

    /// What users have enrolled, by user id. A user who is missing here has enrolled nothing, as in the service.
    package var users: [String: [Factor]] = [:]
    /// The tenant's rules for single answers.
    package var rules = AuthenticatorRules()
    /// The status of every answer, with an error as its body; nil to answer normally.
    package var failure: Int?
    /// How long every answer is delayed.
    package var delay: Duration?

    /// A setup without users, with normal answers.
    package init() {}
}

extension [StandInSetup.Factor] {
    /// A user who has enrolled these factors.
    func user(_ id: UserID, at time: Int64) throws(CryptoError) -> StoredUser {
        var user = StoredUser(id: id, handle: try SecureRandom.bytes(32), version: 1)
        for factor in self {
            let kind: StoredAuthenticator.Kind
            switch factor {
            case .email(let address): kind = .email(address: address)
            case .passkey:
                let record = CredentialRecord(
                    id: try SecureRandom.bytes(16), userHandle: user.handle,
                    publicKey: CredentialPublicKey(try PrivateKey.generate(.p256).publicKey).encoded,
                    aaguid: [UInt8](repeating: 0, count: 16), transports: [], isBackupEligible: true, isBackedUp: true,
                    signCount: 0, hasVerifiedUser: true)
                kind = .passkey(record, username: nil, displayName: nil)
            }
            user.authenticators.append(
                StoredAuthenticator(
                    id: UUID().uuidString.lowercased(), kind: kind, createdAt: time, lastVerifiedAt: time))
        }
        return user
    }
}
