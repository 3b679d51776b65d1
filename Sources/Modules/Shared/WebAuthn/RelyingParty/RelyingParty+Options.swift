internal import JSON
private import Primitives

extension RelyingParty {
    /// The options for creating a credential (WebAuthn section 5.1.9, `PublicKeyCredentialCreationOptionsJSON`), with
    /// every member that Authsignal's SDKs need. The Android SDK treats all these members as required.
    ///
    /// They ask for a discoverable credential, which is what makes it a passkey, and for attestation if there are roots
    /// to check it against.
    ///
    /// - Parameters:
    ///   - challenge: random bytes, which the caller stores until the credential arrives.
    ///   - excluded: the account's existing credentials. Their authenticators do not create a second one.
    ///   - attachment: `platform` or `cross-platform`; nil for either.
    ///   - hints: the kinds of authenticators that the person is likely to use, the likeliest first.
    ///   - mediation: how the client is to ask the person. It is no member: a page passes it beside the options.
    package func registrationOptions(
        for user: UserEntity, challenge: [UInt8], excluding excluded: [CredentialRecord] = [],
        attachment: String? = nil, hints: [PublicKeyCredentialHint] = [], mediation: CreationMediation = .optional
    ) -> [UInt8] {
        // A client does not verify the person without a dialog, and fails if it is to.
        let verification = mediation == .conditional ? .preferred : userVerification
        let formats = attestation.formats
        return JSONWriter.object { options in
            options.member("rp") { rp in
                rp.member("id", id)
                rp.member("name", name)
            }
            options.member("user") { account in
                account.member("id", Base64URL.encode(user.handle))
                account.member("name", user.name)
                account.member("displayName", user.displayName)
            }
            options.member("challenge", Base64URL.encode(challenge))
            options.member("pubKeyCredParams", raw: JSONWriter.array(algorithms.map(Self.parameter)))
            options.member("timeout", Self.defaultTimeout * 1_000)
            options.member("excludeCredentials", raw: JSONWriter.array(excluded.map(\.descriptor)))
            options.member("authenticatorSelection") { selection in
                selection.member("authenticatorAttachment", ifPresent: attachment)
                selection.member("residentKey", "required")
                selection.member("requireResidentKey", true)
                selection.member("userVerification", verification.rawValue)
            }
            if !hints.isEmpty { options.member("hints", hints.map(\.rawValue)) }
            options.member("attestation", formats.isEmpty ? "none" : "direct")
            if !formats.isEmpty { options.member("attestationFormats", formats) }
        }
    }

    /// The options for signing in (WebAuthn section 5.1.10, `PublicKeyCredentialRequestOptionsJSON`), with every member
    /// that Authsignal's SDKs need.
    ///
    /// - Parameters:
    ///   - challenge: random bytes, which the caller stores until the credential arrives.
    ///   - allowed: the credentials that may sign; empty to let the person choose. The JSON contains the list even if
    ///     it is empty.
    ///   - hints: the kinds of authenticators that the person is likely to use, the likeliest first.
    ///   - timeout: how long a person may take, in seconds.
    package func authenticationOptions(
        challenge: [UInt8], allowing allowed: [CredentialRecord] = [], hints: [PublicKeyCredentialHint] = [],
        timeout: Int64 = defaultTimeout
    ) -> [UInt8] {
        JSONWriter.object { options in
            options.member("challenge", Base64URL.encode(challenge))
            options.member("timeout", timeout * 1_000)
            options.member("rpId", id)
            options.member("allowCredentials", raw: JSONWriter.array(allowed.map(\.descriptor)))
            options.member("userVerification", userVerification.rawValue)
            if !hints.isEmpty { options.member("hints", hints.map(\.rawValue)) }
        }
    }

    /// How long a person may take, in seconds.
    package static let defaultTimeout: Int64 = 300

    private static func parameter(_ algorithm: COSEAlgorithm) -> [UInt8] {
        JSONWriter.object { parameter in
            parameter.member("type", "public-key")
            parameter.member("alg", algorithm.rawValue)
        }
    }
}

/// The account that a credential is created for (WebAuthn section 5.4.3).
package struct UserEntity: Sendable {
    /// The id of the account that authenticators store, 1 to 64 bytes. It must not be an address or a name, because
    /// anyone who holds the authenticator can read it.
    package let handle: [UInt8]
    /// The name that distinguishes the account from the person's other accounts.
    package let name: String
    /// The person's name for display.
    package let displayName: String

    /// An account.
    package init(handle: [UInt8], name: String, displayName: String) {
        self.handle = handle
        self.name = name
        self.displayName = displayName
    }
}
