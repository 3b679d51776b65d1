package import JSON

/// What a client sends when it has made a credential (WebAuthn section 5.1.8, `RegistrationResponseJSON`).
package struct RegistrationCredential: Sendable {
    /// The credential's id.
    package let id: [UInt8]
    /// The client data, as the client hashed it.
    package let clientDataJSON: [UInt8]
    /// The attestation object, encoded.
    package let attestationObject: [UInt8]
    /// How the client may reach the authenticator, in the client's words; empty where it does not tell.
    package let transports: [String]

    /// A credential from its decoded parts.
    package init(id: [UInt8], clientDataJSON: [UInt8], attestationObject: [UInt8], transports: [String] = []) {
        self.id = id
        self.clientDataJSON = clientDataJSON
        self.attestationObject = attestationObject
        self.transports = transports
    }

    /// A credential from the JSON of a client; members not read here may be there.
    ///
    /// - Throws: `WebAuthnError.invalidMember`. Binary members are base64url; `clientDataJSON` may be standard base64
    ///   as well, which is what Authsignal's iOS SDK sends.
    package init(json: JSONValue) throws(WebAuthnError) {
        let reader = try CredentialReader(json)
        id = reader.id
        clientDataJSON = try reader.clientData()
        attestationObject = try reader.bytes("attestationObject")
        transports = try reader.transports()
    }
}
