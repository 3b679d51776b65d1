package import JSON

/// What a client sends when a credential has signed (WebAuthn section 5.1.8, `AuthenticationResponseJSON`).
package struct AuthenticationCredential: Sendable {
    /// The credential's id.
    package let id: [UInt8]
    /// The client data, as the client hashed it.
    package let clientDataJSON: [UInt8]
    /// The authenticator data.
    package let authenticatorData: [UInt8]
    /// The signature over the authenticator data and the client data's hash.
    package let signature: [UInt8]
    /// The user the authenticator stored with the credential; nil where it gives none.
    package let userHandle: [UInt8]?

    /// A credential from its decoded parts.
    package init(
        id: [UInt8], clientDataJSON: [UInt8], authenticatorData: [UInt8], signature: [UInt8], userHandle: [UInt8]?
    ) {
        self.id = id
        self.clientDataJSON = clientDataJSON
        self.authenticatorData = authenticatorData
        self.signature = signature
        self.userHandle = userHandle
    }

    /// A credential from the JSON of a client; members not read here may be there.
    ///
    /// - Throws: `WebAuthnError.invalidMember`. Binary members are base64url; `clientDataJSON` may be standard base64
    ///   as well, which is what Authsignal's iOS SDK sends. The same SDK gives the user handle's bytes as text: what is
    ///   not base64url is taken for that, and an empty text for no handle.
    package init(json: JSONValue) throws(WebAuthnError) {
        let reader = try CredentialReader(json)
        id = reader.id
        clientDataJSON = try reader.clientData()
        authenticatorData = try reader.bytes("authenticatorData")
        signature = try reader.bytes("signature")
        userHandle = try reader.userHandle()
    }
}
