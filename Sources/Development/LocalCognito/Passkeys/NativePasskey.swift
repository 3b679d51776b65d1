package import WebAuthn

/// A passkey that the pool itself keeps, for choice-based sign-in. The product's passkeys are in the authenticator
/// instead.
package struct NativePasskey: Sendable {
    /// What verifying its signatures needs.
    package internal(set) var record: CredentialRecord
    /// The relying party that it was created for.
    package let relyingPartyID: String
    /// The name that the pool gave it.
    package let name: String
    /// Whether its authenticator is built in or not, in the client's words; nil if the client does not say.
    package let attachment: String?
    /// When it was created, in seconds since 1970.
    package let createdAt: Int64

    /// A passkey that has just been created.
    init(_ record: CredentialRecord, relyingPartyID: String, attachment: String?, at time: Int64) {
        self.record = record
        self.relyingPartyID = relyingPartyID
        name = record.model.flatMap { PasskeyProvider.name(of: $0) } ?? "Passkey"
        self.attachment = attachment
        createdAt = time
    }
}

extension NativePasskey: Equatable {
    package static func == (left: Self, right: Self) -> Bool { left.stateJSON == right.stateJSON }
}
