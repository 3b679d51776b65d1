internal import JSON
private import Primitives

/// What a page passes to the client so that its password manager forgets passkeys that no longer work (WebAuthn section
/// 5.1.10).
extension RelyingParty {
    /// The argument of `PublicKeyCredential.signalAllAcceptedCredentials`: the passkeys that a user has. The password
    /// manager hides the user's other passkeys, so the list must be complete, and only the user may see it.
    ///
    /// - Parameter userHandle: the handle in the options that the passkeys were created with.
    package func allAcceptedCredentials(of userHandle: [UInt8], _ credentialIDs: [[UInt8]]) -> [UInt8] {
        JSONWriter.object { signal in
            signal.member("rpId", id)
            signal.member("userId", Base64URL.encode(userHandle))
            signal.member("allAcceptedCredentialIds", credentialIDs.map { Base64URL.encode($0) })
        }
    }

    /// The argument of `PublicKeyCredential.signalUnknownCredential`: a credential that was used and is not registered.
    package func unknownCredential(_ credentialID: [UInt8]) -> [UInt8] {
        JSONWriter.object { signal in
            signal.member("rpId", id)
            signal.member("credentialId", Base64URL.encode(credentialID))
        }
    }
}
