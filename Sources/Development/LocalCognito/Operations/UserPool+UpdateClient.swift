extension UserPool {
    /// `UpdateUserPoolClient`. As in the service, whatever the call does not name gets Cognito's default, which is not
    /// the template's: flows that are not named include the sign-in with SRP.
    func updateUserPoolClient(_ request: PoolRequest) throws(PoolError) -> [UInt8] {
        try checkPool(request)
        let id = try request.required("ClientId")
        let client = try AppClient(updating: try appClient(id), request, of: settings)
        for index in clients.indices where clients[index].id == id { clients[index] = client }
        return client.description(poolID: settings.id)
    }
}

extension AppClient {
    fileprivate init(
        updating client: AppClient, _ request: PoolRequest, of settings: PoolSettings
    ) throws(PoolError) {
        self.init(id: client.id, secret: client.secret)
        guard try !request.flag("AllowedOAuthFlowsUserPoolClient") else {
            throw PoolError(.invalidParameter, "The hosted pages are not part of this sandbox.")
        }
        name = try request.text("ClientName") ?? client.name
        flows = try Self.flows(try request.list("ExplicitAuthFlows") ?? [])
        let errors = try request.text("PreventUserExistenceErrors") ?? UserExistenceErrors.legacy.rawValue
        userExistenceErrors = UserExistenceErrors(rawValue: errors) ?? .legacy
        sessionMinutes = try request.number("AuthSessionValidity") ?? 3
        revokesTokens = try request.optionalFlag("EnableTokenRevocation") ?? true
        readAttributes = try Self.attributes(request, "read", of: settings)
        writeAttributes = try Self.attributes(
            request, "write", of: settings, including: [PoolSettings.email])
        let units = try request.object("TokenValidityUnits")
        accessTokenLifetime = try Self.lifetime(request, units, "AccessToken", default: 3600, in: 300...86_400)
        idTokenLifetime = try Self.lifetime(request, units, "IdToken", default: 3600, in: 300...86_400)
        refreshTokenLifetime = try Self.lifetime(
            request, units, "RefreshToken", default: 30 * 86_400, in: 3600...315_360_000)
        let rotation = try request.object("RefreshTokenRotation")
        if try rotation?.required("Feature") == "ENABLED" {
            rotationGraceSeconds = try rotation?.number("RetryGracePeriodSeconds") ?? 0
        }
    }

    /// The flows of a list; an empty list means Cognito's default.
    private static func flows(_ names: [String]) throws(PoolError) -> Set<Flow> {
        guard !names.isEmpty else { return [.refreshTokenAuth, .userSRPAuth, .customAuth] }
        let flows = names.compactMap(Flow.init(rawValue:))
        guard flows.count == names.count else {
            let allowed = Flow.allCases.map(\.rawValue).joined(separator: ", ")
            throw PoolError(.invalidParameter, "This sandbox plays only the flows \(allowed).")
        }
        return Set(flows)
    }

    /// The attributes that apps may read or write; nil for all.
    private static func attributes(
        _ request: PoolRequest, _ kind: String, of settings: PoolSettings, including required: [String] = []
    ) throws(PoolError) -> [String]? {
        guard let names = try request.list("\(kind.capitalizedFirst)Attributes"), !names.isEmpty else { return nil }
        guard names.allSatisfy({ settings.hasAttribute($0) }), required.allSatisfy(names.contains) else {
            throw PoolError(.invalidParameter, "Invalid \(kind) attributes specified while updating a client")
        }
        return names
    }

    private static func lifetime(
        _ request: PoolRequest, _ units: PoolRequest?, _ token: String, default standard: Int64,
        in range: ClosedRange<Int64>
    ) throws(PoolError) -> Int64 {
        let seconds: [String: Int64] = ["seconds": 1, "minutes": 60, "hours": 3600, "days": 86_400]
        guard let number = try request.number("\(token)Validity"), number != 0 else {
            return standard
        }
        let unit = try units?.text(token) ?? (token == "RefreshToken" ? "days" : "hours")
        let (lifetime, isTooLong) = number.multipliedReportingOverflow(by: seconds[unit] ?? 0)
        guard !isTooLong, range.contains(lifetime) else {
            throw PoolError(.invalidParameter, "Invalid range for token validity.")
        }
        return lifetime
    }
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
