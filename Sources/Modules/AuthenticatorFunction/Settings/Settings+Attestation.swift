internal import LambdaRuntime
private import OpenSSLCrypto
private import Primitives
internal import WebAuthn

extension Settings {
    /// Which authenticators may be enrolled (`ATTESTATION_ROOTS`, `ALLOWED_AAGUIDS`).
    ///
    /// A list of models without roots does not start: without an attestation that leads to a root, the model is only the
    /// client's word.
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
            throw .configuration(error == .noRoot ? rootsVariable : modelsVariable, "accepts no authenticator")
        }
    }
}
