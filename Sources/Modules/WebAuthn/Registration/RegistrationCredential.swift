package import JSON

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
    /// Binary members are base64url or padded standard base64. There may be at most 16 transports of 32 bytes each.
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
