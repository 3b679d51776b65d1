internal import AuthenticatorService
internal import LambdaRuntime
private import OpenSSLCrypto
private import Primitives
internal import WebAuthn

extension Settings {
    /// The relying party of all passkeys (`RELYING_PARTY_ID`, `RELYING_PARTY_NAME`), with its origins and policies.
    func relyingParty() throws(FunctionError) -> RelyingParty {
        let variable = "RELYING_PARTY_ID"
        guard let id = text(variable) else { throw .configuration(variable, "must be the domain of the passkeys") }
        let own: [Origin]
        if let named = try webOrigins("PASSKEY_ORIGINS") {
            own = named
        } else {
            own = [try origin("https://" + id, variable)]
        }
        let related = try relatedOrigins()
        let origins = own + related + (try androidOrigins())
        let topOrigins = try webOrigins("TOP_ORIGINS") ?? []
        let attestation = try attestationPolicy()
        let party: RelyingParty
        do {
            party = try RelyingParty(
                id: id, name: text("RELYING_PARTY_NAME") ?? id, origins: origins, topOrigins: topOrigins,
                attestation: attestation)
        } catch {
            throw .configuration(variable, "must be a domain name in lower case, such as example.com")
        }
        // No browser lets such a page use these passkeys, so a wrong domain would show only there.
        if let stranger = own.first(where: { !$0.isWithin(relyingPartyID: id) && !related.contains($0) }) {
            throw .configuration(
                "PASSKEY_ORIGINS",
                "has \(stranger.text), whose host is neither \(variable), \(id), nor below it; origins of other "
                    + "domains belong into RELATED_ORIGINS")
        }
        return party
    }

    /// The origins of other domains that use the passkeys too (`RELATED_ORIGINS`).
    func relatedOrigins() throws(FunctionError) -> [Origin] {
        let origins = try webOrigins("RELATED_ORIGINS") ?? []
        do { return try RelatedOrigins(origins).origins } catch {
            throw .configuration(
                "RELATED_ORIGINS", "has more labels than the \(RelatedOrigins.maximumLabels) that browsers read")
        }
    }

    /// The URL of a page; nil if the variable is not set.
    func page(_ variable: String) throws(FunctionError) -> String? {
        guard let text = text(variable) else { return nil }
        let origin = text.prefix(8) + text.dropFirst(8).prefix { !"/?#".contains($0) }
        guard text.hasPrefix("https://"), text.utf8.allSatisfy({ 0x21...0x7E ~= $0 }),
            (try? Origin(String(origin))) != nil
        else { throw .configuration(variable, "must be the https URL of a page") }
        return text
    }

    /// The kinds of authenticators that people are likely to use (`PASSKEY_HINTS`).
    func passkeyHints() throws(FunctionError) -> [PublicKeyCredentialHint] {
        var hints: [PublicKeyCredentialHint] = []
        for text in try list("PASSKEY_HINTS") ?? [] {
            guard let hint = PublicKeyCredentialHint(rawValue: text) else {
                let all = PublicKeyCredentialHint.allCases.map(\.rawValue).joined(separator: ", ")
                throw .configuration("PASSKEY_HINTS", "must be a list of \(all)")
            }
            hints.append(hint)
        }
        return hints
    }

    private func webOrigins(_ variable: String) throws(FunctionError) -> [Origin]? {
        guard let texts = try list(variable) else { return nil }
        var origins: [Origin] = []
        for text in texts { origins.append(try origin(text, variable)) }
        return origins
    }

    private func origin(_ text: String, _ variable: String) throws(FunctionError) -> Origin {
        do { return try Origin(text) } catch {
            throw .configuration(variable, "must be web origins such as https://app.example.com")
        }
    }
}

extension Settings {
    private static let androidVariable = "ANDROID_APPS"

    /// The Android apps that may use the passkeys (`ANDROID_APPS`): a list of a package name, `=` and the SHA-256
    /// fingerprint of a signing certificate. An app with several certificates stands there several times.
    func androidApps() throws(FunctionError) -> [AndroidApp] {
        var apps: [AndroidApp] = []
        for text in try list(Self.androidVariable) ?? [] {
            let parts = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, !parts[0].isEmpty else { throw Self.androidFault }
            apps.append(AndroidApp(packageName: parts[0], fingerprints: [parts[1]]))
        }
        return apps
    }

    /// The origins that those apps write.
    func androidOrigins() throws(FunctionError) -> [Origin] {
        var origins: [Origin] = []
        for fingerprint in try androidApps().flatMap(\.fingerprints) {
            do { origins.append(try Origin(androidFingerprint: fingerprint)) } catch { throw Self.androidFault }
        }
        return origins
    }

    private static let androidFault = FunctionError.configuration(
        androidVariable, "must be package names with SHA-256 fingerprints of certificates: com.example.app=AB:CD:…")
}

extension Settings {
    /// Which authenticators may be enrolled (`ATTESTATION_ROOTS`, `ALLOWED_AAGUIDS`).
    ///
    /// A list of models without roots does not start: without an attestation that leads to a root, the model is only
    /// the client's word.
    func attestationPolicy() throws(FunctionError) -> AttestationPolicy {
        let (rootsVariable, modelsVariable) = ("ATTESTATION_ROOTS", "ALLOWED_AAGUIDS")
        var models: Set<AAGUID>?
        for text in try list(modelsVariable) ?? [] {
            guard let model = AAGUID(text: text) else {
                throw .configuration(modelsVariable, "must be a list of UUIDs")
            }
            models = (models ?? []).union([model])
        }
        guard let texts = try list(rootsVariable) else {
            guard models == nil else { throw .configuration(modelsVariable, "needs \(rootsVariable)") }
            return .unattested
        }
        var roots: [Certificate] = []
        for text in texts {
            do {
                guard let bytes = Base64.decode(text) else { throw CryptoError.invalidCertificate }
                roots += try Certificate.list(bytes)
            } catch { throw .configuration(rootsVariable, "must be certificates in base64, separated by commas") }
        }
        do { return try AttestationPolicy(anchoredIn: roots, models: models) } catch {
            throw .configuration(modelsVariable, "has the id of an unknown model")
        }
    }
}
