package import LambdaRuntime
package import Passkeys
package import WebAuthn

extension Settings {
    /// The relying party of all passkeys (`RELYING_PARTY_ID`, `RELYING_PARTY_NAME`), with its origins.
    /// - Parameter attestation: which attestations new passkeys need.
    package func relyingParty(
        attestation: AttestationPolicy = .unattested
    ) throws(FunctionError) -> RelyingParty {
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

    /// The kinds of authenticators that people are likely to use (`PASSKEY_HINTS`).
    package func passkeyHints() throws(FunctionError) -> [PublicKeyCredentialHint] {
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

    /// The origins of other domains that use the passkeys too (`RELATED_ORIGINS`).
    package func relatedOrigins() throws(FunctionError) -> [Origin] {
        let origins = try webOrigins("RELATED_ORIGINS") ?? []
        do { return try RelatedOrigins(origins).origins } catch {
            throw .configuration(
                "RELATED_ORIGINS", "has more labels than the \(RelatedOrigins.maximumLabels) that browsers read")
        }
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
    package func androidApps() throws(FunctionError) -> [AndroidApp] {
        var apps: [AndroidApp] = []
        for text in try list(Self.androidVariable) ?? [] {
            let parts = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, !parts[0].isEmpty else { throw Self.androidFault }
            apps.append(AndroidApp(packageName: parts[0], fingerprints: [parts[1]]))
        }
        return apps
    }

    /// The origins that those apps write.
    private func androidOrigins() throws(FunctionError) -> [Origin] {
        var origins: [Origin] = []
        for fingerprint in try androidApps().flatMap(\.fingerprints) {
            do { origins.append(try Origin(androidFingerprint: fingerprint)) } catch { throw Self.androidFault }
        }
        return origins
    }

    private static let androidFault = FunctionError.configuration(
        androidVariable, "must be package names with SHA-256 fingerprints of certificates: com.example.app=AB:CD:…")
}

extension SignCountPolicy {
    /// The policy of a deployment (`SIGN_COUNT`).
    package init(_ settings: Settings) throws(FunctionError) {
        self = try settings.choice("SIGN_COUNT", default: .report)
    }
}
