extension AuthenticatorSettings {
    /// Checks the settings.
    package func check() throws(AuthenticatorSettingsError) { _ = try servedTenants() }

    /// The tenants with their signing and verification keys.
    func servedTenants() throws(AuthenticatorSettingsError) -> [ServedTenant] {
        let numbers = [codes.lifetime, limits.sending.seconds, limits.verifying.seconds, tokenLifetime]
        let counts = [codes.maximumAttempts, limits.sending.count, limits.verifying.count, capacity]
        guard numbers.allSatisfy({ $0 > 0 }), counts.allSatisfy({ $0 > 0 }) else { throw .notPositive }
        var served: [ServedTenant] = []
        for tenant in tenants { served.append(try ServedTenant(tenant)) }
        // The server API finds a tenant by its secret and the client API by its id, so both must be unique.
        let secrets = served.flatMap { Set($0.secrets) }
        guard !served.isEmpty, served.allSatisfy({ !$0.id.isEmpty }), Set(served.map(\.id)).count == served.count,
            Set(secrets).count == secrets.count
        else { throw .tenants }
        return served
    }
}
