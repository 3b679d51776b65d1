extension RequestHandler {
    /// Calls the handler for a request's method and path.
    func route(_ request: APIRequest) throws(APIError) -> APIResponse {
        let target = try RequestTarget(request.target)
        let path = target.segments
        if path.first == ".well-known" { return try wellKnown(request.method, path) }
        guard path.first == "v1", path.count > 1 else { throw .noSuchPath }
        let body = try RequestBody(request.body)
        return path[1] == "client"
            ? try routeClient(request, target: target, path: Array(path.dropFirst(2)), body: body)
            : try routeServer(request, target: target, path: Array(path.dropFirst()), body: body)
    }

    /// The API that apps call.
    private func routeClient(
        _ request: APIRequest, target: RequestTarget, path: [String], body: RequestBody
    ) throws(APIError) -> APIResponse {
        let credentials: () throws(APIError) -> Credentials = { () throws(APIError) in
            try Credentials(request.headers)
        }
        switch (request.method, path) {
        case ("POST", ["user-authenticators", "email-otp"]):
            return try enrolEmail(bearer(credentials()), body)
        case ("POST", ["challenge", "email-otp"]):
            return try challengeEmail(bearer(credentials()), body)
        case ("POST", ["verify", "email-otp"]):
            return try verifyEmail(bearer(credentials()), body)
        case ("POST", ["challenge"]):
            return try startAction(tenant(credentials()), body)
        case ("POST", ["user-authenticators", "passkey", "registration-options"]):
            return try registrationOptions(bearer(credentials()), body)
        case ("POST", ["user-authenticators", "passkey"]):
            return try addPasskey(bearer(credentials()), body)
        case ("POST", ["user-authenticators", "passkey", "authentication-options"]):
            return try authenticationOptions(caller(credentials()), body)
        case ("POST", ["verify", "passkey"]):
            return try verifyPasskey(caller(credentials()), body)
        case ("GET", ["user-authenticators", "passkey"]):
            return try lookUpPasskey(tenant(credentials()), target)
        case ("GET", ["user-authenticators"]):
            return try listForClient(bearer(credentials()))
        case ("PATCH", _) where path.count == 2 && path[0] == "user-authenticators":
            return try renameForClient(path[1], bearer(credentials()), body)
        case ("DELETE", _) where path.count == 2 && path[0] == "user-authenticators":
            return try removeForClient(path[1], bearer(credentials()))
        default:
            throw .noSuchPath
        }
    }

    /// The API that the tenant's servers call.
    private func routeServer(
        _ request: APIRequest, target: RequestTarget, path: [String], body: RequestBody
    ) throws(APIError) -> APIResponse {
        let tenant = try serverTenant(Credentials(request.headers))
        if path == ["validate"], request.method == "POST" { return try validate(tenant, body) }
        if path == ["challenges"], request.method == "GET" { return try startedAction(tenant, target) }
        guard path.first == "users", path.count > 1 else { throw .noSuchPath }
        guard 1...RequestBody.maximumTextLength ~= path[1].utf8.count else { throw .invalidRequest("userId") }
        let user = UserID(tenantID: tenant.id, id: path[1])
        switch (request.method, path.count, path.dropFirst(2).first) {
        case ("GET", 2, nil): return try describe(user)
        case ("PATCH", 2, nil), ("POST", 2, nil): return try updateUser(user, body)
        case ("DELETE", 2, nil): return try removeUser(user)
        case ("GET", 3, "authenticators"): return try list(user)
        case ("POST", 3, "authenticators"): return try enrolVerified(user, tenant, body)
        case ("DELETE", 4, "authenticators"): return try remove(path[3], of: user)
        case ("POST", 4, "actions"): return try trackAction(path[3], of: user, tenant: tenant, body)
        case ("GET", 5, "actions"): return try describeAction(path[3], of: user, key: path[4])
        case ("PATCH", 5, "actions"): return try updateAction(path[3], of: user, key: path[4], body)
        default: throw .noSuchPath
        }
    }
}
