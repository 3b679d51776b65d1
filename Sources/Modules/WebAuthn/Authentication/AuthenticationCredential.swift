package import JSON

/// What a client sends after a credential has signed (WebAuthn section 5.1.8, `AuthenticationResponseJSON`).
package struct AuthenticationCredential: Sendable {
    /// The credential's id.
    package let id: [UInt8]
    /// The client data, in the bytes that the client hashed.
    package let clientDataJSON: [UInt8]
    /// The authenticator data.
    package let authenticatorData: [UInt8]
    /// The signature over the authenticator data and the client data's hash.
    package let signature: [UInt8]
    /// The user handle that the authenticator stored with the credential; nil if the authenticator does not send it.
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

    /// A credential from a client's JSON. Unknown members are ignored.
    ///
    /// Binary members are base64url or padded standard base64. Authsignal's iOS SDK sends the bytes of the user handle as
    /// text: a text that is in neither encoding is the handle itself. An empty text means that there is no handle.
    ///
    /// - Throws: `WebAuthnError.invalidMember`.
    package init(json: JSONValue) throws(WebAuthnError) {
        let reader = try CredentialReader(json)
        id = reader.id
        clientDataJSON = try reader.bytes("clientDataJSON")
        authenticatorData = try reader.bytes("authenticatorData")
        signature = try reader.bytes("signature")
        userHandle = try reader.userHandle()
    }
}
