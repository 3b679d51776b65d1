package import FunctionServices
package import HTTP
package import LambdaRuntime
package import OpenID

extension IDTokenVerifier {
    /// A verifier of the tokens that the issuer makes for the deployment's apps.
    package init(_ settings: OpenIDSettings, _ services: Services) {
        self.init(
            issuer: settings.issuer, audiences: settings.audiences,
            keys: IssuerKeys(
                of: settings.issuer, at: settings.keySetURL, transport: services.transport, now: services.now),
            now: services.now)
    }

    /// The content of a token that an app has sent, or why it is refused.
    /// - Throws: `FunctionError` if it cannot be judged, because the issuer's keys are not available.
    package func judge(
        _ token: String, by deadline: Deadline, _ log: Log
    ) throws(FunctionError) -> Result<IDToken, IssuedTokenError> {
        // A token whose key was left out is refused, and the log should tell why.
        defer { if let remark = keys.takeRemark() { log(.warn, remark) } }
        do throws(IssuedTokenError) {
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
