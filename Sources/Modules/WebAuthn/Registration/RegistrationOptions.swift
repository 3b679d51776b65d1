internal import JSON
private import Primitives

/// The options for creating a credential (WebAuthn section 5.1.9, `PublicKeyCredentialCreationOptionsJSON`), with every
/// member that Authsignal's SDKs need. The Android SDK treats all these members as required.
package struct RegistrationOptions: Sendable {
    /// The relying party's id.
    package let relyingPartyID: String
    /// The relying party's name.
    let relyingPartyName: String
    /// The account that the credential is for.
    package let user: UserEntity
    /// The challenge, random bytes.
    package let challenge: [UInt8]
    /// The algorithms offered, the preferred one first.
    package let algorithms: [COSEAlgorithm]
    /// How long the person may take, in milliseconds.
    package let timeout: Int64
    /// The account's existing credentials. Their authenticators do not create a second one.
    package let excluded: [CredentialDescriptor]
    /// Whether the authenticator must verify the person. A client refuses to create a credential without asking if
    /// verification is required.
    package let userVerification: UserVerification
    /// `platform` or `cross-platform`; nil for either.
    package let attachment: String?
    /// The kinds of authenticators that the person is likely to use, the likeliest first.
    package let hints: [PublicKeyCredentialHint]
    /// How the client is to ask the person. It is not among the options' members: a page passes it beside them.
    package let mediation: CreationMediation
    /// What the ceremony demands of the person, to be kept with the challenge.
    package let demands: CeremonyDemands
    /// The formats of attestation that the client should pass on, the preferred one first; empty for no attestation.
    let attestationFormats: [String]

    /// The options as JSON. They ask for a discoverable credential, which is what makes it a passkey.
    package var json: [UInt8] {
        JSONWriter.object { options in
            options.member("rp") { rp in
                rp.member("id", relyingPartyID)
                rp.member("name", relyingPartyName)
            }
            options.member("user") { account in
                account.member("id", Base64URL.encode(user.handle))
                account.member("name", user.name)
                account.member("displayName", user.displayName)
            }
            options.member("challenge", Base64URL.encode(challenge))
            options.member("pubKeyCredParams", elements: algorithms.map(Self.parameter))
            options.member("timeout", timeout)
            options.member("excludeCredentials", elements: excluded.map(\.json))
            options.member("authenticatorSelection") { selection in
                selection.member("authenticatorAttachment", ifPresent: attachment)
                selection.member("residentKey", "required")
                selection.member("requireResidentKey", true)
                selection.member("userVerification", userVerification.rawValue)
            }
            if !hints.isEmpty { options.member("hints", hints.map(\.rawValue)) }
            options.member("attestation", attestationFormats.isEmpty ? "none" : "direct")
            if !attestationFormats.isEmpty { options.member("attestationFormats", attestationFormats) }
        }
    }

    private static func parameter(_ algorithm: COSEAlgorithm) -> [UInt8] {
        JSONWriter.object { parameter in
            parameter.member("type", "public-key")
            parameter.member("alg", algorithm.rawValue)
        }
    }
}

extension RelyingParty {
    /// The options for creating a credential. They ask for attestation if there are roots to check it against.
    ///
    /// - Parameters:
    ///   - challenge: random bytes, which the caller stores until the credential arrives.
    ///   - hints: the kinds of authenticators that the person is likely to use, the likeliest first.
    ///   - mediation: how the client is to ask the person.
    ///   - timeout: in milliseconds.
    package func registrationOptions(
        for user: UserEntity, challenge: [UInt8], excluding excluded: [CredentialDescriptor] = [],
        attachment: String? = nil, hints: [PublicKeyCredentialHint] = [], mediation: CreationMediation = .optional,
        timeout: Int64 = 300_000
    ) -> RegistrationOptions {
        let demands = demands(mediation: mediation)
        // A client does not verify the person without a dialog, and fails if it is to.
        let isTooMuch = userVerification == .required && !demands.userVerification
        return RegistrationOptions(
            relyingPartyID: id, relyingPartyName: name, user: user, challenge: challenge, algorithms: algorithms,
            timeout: timeout, excluded: excluded, userVerification: isTooMuch ? .preferred : userVerification,
            attachment: attachment, hints: hints, mediation: mediation, demands: demands,
            attestationFormats: attestation.formats)
    }
}
