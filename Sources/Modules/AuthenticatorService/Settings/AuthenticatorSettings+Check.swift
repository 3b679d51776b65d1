extension AuthenticatorSettings {
    /// Checks the settings.
    package func check() throws(AuthenticatorSettingsError) { _ = try servedTenants() }

    /// The tenants with their signing and verification keys.
    func servedTenants() throws(AuthenticatorSettingsError) -> [ServedTenant] {
        guard tokenLifetime > 0 else { throw .notPositive }
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
