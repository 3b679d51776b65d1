internal import FunctionServices
internal import HTTP
internal import LambdaRuntime
internal import OpenID
internal import SignInRules

extension IDTokenVerifier {
    /// A verifier of the tokens that `OIDC_ISSUER` issues for `OIDC_AUDIENCES`, with the keys from `OIDC_JWKS_URL` or,
    /// without it, from the address that the issuer's description names.
    init(_ services: Services) throws(FunctionError) {
        let issuerVariable = "OIDC_ISSUER"
        let settings = services.settings
        guard let text = settings.text(issuerVariable) else { throw .configuration(issuerVariable, "must be set") }
        guard let issuer = Issuer(text) else {
            throw .configuration(
                issuerVariable, "must be an https URL without query or vertical bar; plain http only to this machine")
        }
        let audiencesVariable = "OIDC_AUDIENCES"
        guard let audiences = try settings.list(audiencesVariable) else {
            throw .configuration(audiencesVariable, "must be set")
        }
        let keysVariable = "OIDC_JWKS_URL"
        let keySetURL = settings.text(keysVariable).flatMap(KeySetURL.init)
        guard keySetURL != nil || settings.text(keysVariable) == nil else {
            throw .configuration(keysVariable, "must be an https URL; plain http only to this machine")
        }
        self.init(
            issuer: issuer, audiences: audiences,
            keys: IssuerKeys(of: issuer, at: keySetURL, transport: services.transport, now: services.now),
            now: services.now)
    }

    /// The content of a token that an app has sent, or why it is refused.
    /// - Throws: `FunctionError` if it cannot be judged, because the issuer's keys are not available.
    func judge(
        _ token: String, by deadline: Deadline, _ log: Log
    ) throws(FunctionError) -> Result<IDToken, IDTokenError> {
        do throws(IDTokenError) {
            let token = try verify(token, by: deadline)
            if let failure = keys.failure { log(.warn, "cached keys are used: \(failure)") }
            return .success(token)
        } catch {
            if case .keysUnavailable(let failure) = error { throw .hidden(.unavailable, failure.description) }
            log(.info, "the ID token is refused: \(error)")
            return .failure(error)
        }
    }
}
