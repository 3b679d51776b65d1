internal import LoopbackServer
internal import StandIns

extension OpenIDProvider {
    /// Calls the handler for a request's method and path.
    func route(_ request: LoopbackRequest) throws(ProviderError) -> LoopbackResponse {
        switch (request.method, request.segments) {
        case ("GET", [".well-known", "openid-configuration"]): return IssuerStandIn.metadata(of: settings.issuer)
        case ("GET", [".well-known", "jwks.json"]): return try issuer().keySet
        case ("POST", ["passkey", "register"]): return try startSignUp(ProviderRequestBody(request.body))
        case ("POST", ["passkey", "challenge"]): return try startLogin(ProviderRequestBody(request.body))
        case ("POST", ["oauth", "token"]): return try token(ProviderRequestBody(request))
        case ("POST", ["oauth", "revoke"]): return try revoke(ProviderRequestBody(request))
        default: return try routeAccount(request)
        }
    }

    /// Auth0's My Account API, which requires an access token.
    private func routeAccount(_ request: LoopbackRequest) throws(ProviderError) -> LoopbackResponse {
        let start = ["me", "v1", "authentication-methods"]
        guard request.segments.starts(with: start) else { throw .noSuchPath }
        let rest = Array(request.segments.dropFirst(start.count))
        switch (request.method, rest.count, rest.first) {
        case ("GET", 0, _):
            return listMethods(of: try bearer(of: request, with: .readAuthenticationMethods))
        case ("POST", 0, _):
            return try startEnrolment(
                bearer(of: request, with: .createAuthenticationMethods), ProviderRequestBody(request.body))
        case ("POST", 2, Self.newPasskey) where rest[1] == "verify":
            return try finishEnrolment(
                bearer(of: request, with: .createAuthenticationMethods), ProviderRequestBody(request.body))
        case ("PATCH", 1, let id?):
            return try rename(
                id, of: bearer(of: request, with: .updateAuthenticationMethods), ProviderRequestBody(request.body))
        case ("DELETE", 1, let id?):
            return try remove(id, of: bearer(of: request, with: .deleteAuthenticationMethods))
        default: throw .noSuchPath
        }
    }
}
