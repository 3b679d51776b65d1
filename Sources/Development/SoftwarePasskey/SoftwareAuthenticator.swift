package import JSON
internal import OpenSSLCrypto
private import Primitives
package import WebAuthn

/// A device with passkeys, and the browser or app in front of it. It takes options and returns credentials, both as
/// JSON.
package struct SoftwareAuthenticator: Sendable {
    /// Which client's JSON it writes.
    package enum Client: CaseIterable, Sendable {
        /// Base64url throughout, with the user handle decoded (WebAuthn section 5.1.8).
        case browser
        /// The JSON of Authsignal's iOS SDK: client data in standard base64, and the text of `user.id` as user handle.
        case iOS
    }

    /// The origin where the ceremonies take place.
    package var origin: String
    /// Which client's JSON it writes.
    package let client: Client
    /// The algorithms for which it can generate keys, the preferred one first.
    package let algorithms: [COSEAlgorithm]
    /// Whether it verifies the person.
    package var verifiesUser = true
    /// The passkeys, the latest last.
    package private(set) var passkeys: [SoftwarePasskey] = []

    /// A device without passkeys.
    package init(origin: String, client: Client = .browser, algorithms: [COSEAlgorithm] = [.es256]) {
        self.origin = origin
        self.client = client
        self.algorithms = algorithms
    }

    /// Creates a passkey (WebAuthn section 6.3.2) and returns the credential for the relying party.
    ///
    /// - Parameter mediation: how it asks the person. Without asking, nobody is present or verified.
    package mutating func create(
        _ options: JSONValue, mediation: CreationMediation = .optional
    ) throws(SoftwarePasskeyError) -> [UInt8] {
        let asks = mediation == .optional
        let verification = options["authenticatorSelection"]?["userVerification"]
        guard asks || !(verification?.isString("required") ?? false) else { throw .verificationUnavailable }
        let relyingPartyID = try domain(options["rp"]?["id"], "rp.id")
        guard let userID = options["user"]?["id"]?.string, let handle = userHandle(userID) else {
            throw .invalidOptions("user.id")
        }
        let wanted = options["pubKeyCredParams"]?.elements.compactMap { $0["alg"]?.integer } ?? []
        guard let algorithm = algorithms.first(where: { wanted.contains($0.rawValue) }) else {
            throw .noSupportedAlgorithm
        }
        let excluded = Self.ids(options["excludeCredentials"])
        guard !passkeys.contains(where: { excluded.contains($0.id) && $0.relyingPartyID == relyingPartyID }) else {
            throw .credentialExcluded
        }
        let clientData = try clientData("webauthn.create", options)
        var passkey: SoftwarePasskey
        do {
            passkey = try SoftwarePasskey(algorithm: algorithm, relyingPartyID: relyingPartyID, userHandle: handle)
        } catch { throw .crypto(error) }
        let attestation = passkey.attestationObject(isUserPresent: asks, isUserVerified: asks && verifiesUser)
        // An authenticator keeps only one passkey for each account.
        passkeys.removeAll { $0.relyingPartyID == relyingPartyID && $0.userHandle == handle }
        passkeys.append(passkey)
        return credential(passkey) { response in
            response.member("clientDataJSON", encoded(clientData))
            response.member("attestationObject", Base64URL.encode(attestation))
            if client == .browser { response.member("transports", ["internal"]) }
        }
    }

    /// Signs with the latest passkey that the options allow (WebAuthn section 6.3.3) and returns the credential.
    package mutating func sign(_ options: JSONValue) throws(SoftwarePasskeyError) -> [UInt8] {
        let relyingPartyID = try domain(options["rpId"], "rpId")
        // The iOS SDK ignores the list of allowed credentials.
        let allowed = client == .iOS ? [] : Self.ids(options["allowCredentials"])
        guard
            let index = passkeys.lastIndex(where: {
                $0.relyingPartyID == relyingPartyID && (allowed.isEmpty || allowed.contains($0.id))
            })
        else { throw .noCredential }
        let clientData = try clientData("webauthn.get", options)
        let (data, signature): ([UInt8], [UInt8])
        do {
            (data, signature) = try passkeys[index].assertion(
                clientDataHash: SHA256.digest(of: clientData), isUserVerified: verifiesUser)
        } catch { throw .crypto(error) }
        let handle = passkeys[index].userHandle
        return credential(passkeys[index]) { response in
            response.member("clientDataJSON", encoded(clientData))
            response.member("authenticatorData", Base64URL.encode(data))
            response.member("signature", Base64URL.encode(signature))
            response.member(
                "userHandle", client == .iOS ? String(decoding: handle, as: UTF8.self) : Base64URL.encode(handle))
        }
    }

    private func credential(_ passkey: SoftwarePasskey, _ response: (inout JSONWriter) -> Void) -> [UInt8] {
        JSONWriter.object { credential in
            credential.member("id", Base64URL.encode(passkey.id))
            credential.member("rawId", Base64URL.encode(passkey.id))
            credential.member("type", "public-key")
            credential.member("authenticatorAttachment", client == .iOS ? "cross-platform" : "platform")
            credential.member("response", response)
            credential.member("clientExtensionResults") { (_: inout JSONWriter) in }
        }
    }
}
