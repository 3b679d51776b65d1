extension OpenIDProvider {
    /// Finds what a request asks for.
    func route(_ request: ProviderRequest) throws(ProviderError) -> ProviderResponse {
        switch (request.method, request.path) {
        case ("GET", [".well-known", "openid-configuration"]): return description
        case ("GET", [".well-known", "jwks.json"]): return try keys()
        case ("POST", ["passkey", "register"]): return try register(RequestForm(request.body))
        case ("POST", ["passkey", "challenge"]): return try challenge(RequestForm(request.body))
        case ("POST", ["oauth", "token"]): return try token(RequestForm(request.body))
        case ("GET", ["me", "v1", "authentication-methods"]):
            return methods(of: try bearer(of: request, with: .readAuthenticationMethods))
        case ("POST", ["me", "v1", "authentication-methods"]):
            return try enrol(bearer(of: request, with: .createAuthenticationMethods), RequestForm(request.body))
        case ("POST", ["me", "v1", "authentication-methods", Self.newPasskey, "verify"]):
            return try finishEnrolment(
                bearer(of: request, with: .createAuthenticationMethods), RequestForm(request.body))
        default: throw .noSuchPath
        }
    }

    /// The app that a request names.
    func client(_ form: RequestForm) throws(ProviderError) -> String {
        let id = try form.requiredText("client_id")
        guard settings.clientIDs.contains(id) else { throw .unknownClient }
        return id
    }
}
