internal import AuthenticatorService
internal import LambdaRuntime
internal import WebAuthn

extension Settings {
    /// The relying party of all passkeys (`RELYING_PARTY_ID`, `RELYING_PARTY_NAME`), with its origins and policies.
    func relyingParty() throws(FunctionError) -> RelyingParty {
        let variable = "RELYING_PARTY_ID"
        guard let id = text(variable) else { throw .configuration(variable, "must be the domain of the passkeys") }
        var origins: [Origin] = []
        if let own = try webOrigins("PASSKEY_ORIGINS") {
            origins = own
        } else {
            origins = [try origin("https://" + id, variable)]
        }
        origins += try relatedOrigins()
        origins += try androidOrigins()
        let framing: FramingPolicy
        do { framing = try FramingPolicy(topOrigins: try list("TOP_ORIGINS") ?? []) } catch {
            throw Self.originFault("TOP_ORIGINS")
        }
        let attestation = try attestationPolicy()
        do {
            return try RelyingParty(
                id: id, name: text("RELYING_PARTY_NAME") ?? id, origins: origins, framing: framing,
                attestation: attestation,
                // Authsignal's SDKs write the handle in two ways.
                userHandles: .anyClientEncoding)
        } catch {
            throw .configuration(variable, "must be a domain name in lower case, such as example.com")
        }
    }

    /// The origins of other domains that use the passkeys too (`RELATED_ORIGINS`).
    func relatedOrigins() throws(FunctionError) -> [Origin] {
        let origins = try webOrigins("RELATED_ORIGINS") ?? []
        do { return try RelatedOrigins(origins).origins } catch {
            throw .configuration(
                "RELATED_ORIGINS", "has more labels than the \(RelatedOrigins.maximumLabels) that browsers read")
        }
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
        do { return try Origin(text) } catch { throw Self.originFault(variable) }
    }

    private static func originFault(_ variable: String) -> FunctionError {
        .configuration(variable, "must be web origins such as https://app.example.com")
    }
}
