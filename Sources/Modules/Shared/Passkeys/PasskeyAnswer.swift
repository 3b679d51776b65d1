package import JSON

/// What an app sends after a passkey has signed: to `verify/passkey`, or as the answer to Cognito's challenge.
package struct PasskeyAnswer {
    /// The member that brings the sealed challenge back.
    package static let challengeName = "challengeId"
    /// The member with the assertion (WebAuthn section 5.1.8, `AuthenticationResponseJSON`).
    package static let credentialName = "authenticationCredential"

    /// The sealed challenge.
    package let challengeID: String
    /// The assertion as the client wrote it.
    package let credential: JSONValue

    /// Reads an answer; nil if it is no JSON object with both members.
    package init?(_ text: String) {
        guard let json = try? JSONValue(parsing: Array(text.utf8)), let challengeID = json[Self.challengeName]?.string,
            let credential = json[Self.credentialName]
        else { return nil }
        (self.challengeID, self.credential) = (challengeID, credential)
    }
}
