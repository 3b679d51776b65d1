internal import LambdaRuntime
private import OpenSSLCrypto
private import Primitives
internal import WebAuthn

extension Settings {
    /// The URL of a page; nil if the variable is not set.
    func page(_ variable: String) throws(FunctionError) -> String? {
        guard let text = text(variable) else { return nil }
        let origin = text.prefix(8) + text.dropFirst(8).prefix { !"/?#".contains($0) }
        guard text.hasPrefix("https://"), text.utf8.allSatisfy({ 0x21...0x7E ~= $0 }),
            (try? Origin(String(origin))) != nil
        else { throw .configuration(variable, "must be the https URL of a page") }
        return text
    }
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
