internal import JSON
private import Primitives

/// What a client is asked to make (WebAuthn section 5.1.9, `PublicKeyCredentialCreationOptionsJSON`), with every member
/// that Authsignal's SDKs need: the one for Android decodes none of those here as absent.
package struct RegistrationOptions: Sendable {
    /// The relying party's id.
    package let relyingPartyID: String
    /// The relying party's name.
    let relyingPartyName: String
    /// The account the credential is for.
    package let user: UserEntity
    /// The challenge, random bytes.
    package let challenge: [UInt8]
    /// The algorithms offered, the preferred one first.
    package let algorithms: [COSEAlgorithm]
    /// How long the person may take, in milliseconds.
    package let timeout: Int64
    /// Credentials the account has: their authenticators make no second one.
    package let excluded: [CredentialDescriptor]
    /// Whether the authenticator must verify the person.
    package let userVerification: UserVerification
    /// `platform` or `cross-platform`; nil for either.
    package let attachment: String?
    /// Whether the client is to pass the authenticator's attestation on.
    let wantsAttestation: Bool

    /// The options as JSON. The credential is asked to be discoverable, as a passkey is.
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
            options.member("attestation", wantsAttestation ? "direct" : "none")
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
    /// The options for making a credential, attestation being asked for when there are roots to judge it by.
    ///
    /// - Parameters:
    ///   - challenge: random bytes, to be kept until the credential comes.
    ///   - timeout: in milliseconds.
    package func registrationOptions(
        for user: UserEntity, challenge: [UInt8], excluding excluded: [CredentialDescriptor] = [],
        attachment: String? = nil, timeout: Int64 = 300_000
    ) -> RegistrationOptions {
        RegistrationOptions(
            relyingPartyID: id, relyingPartyName: name, user: user, challenge: challenge, algorithms: algorithms,
            timeout: timeout, excluded: excluded, userVerification: userVerification, attachment: attachment,
            wantsAttestation: !attestation.roots.isEmpty)
    }
}
