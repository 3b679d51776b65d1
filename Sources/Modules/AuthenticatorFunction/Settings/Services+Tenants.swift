internal import AuthenticatorService
internal import FunctionServices
internal import HTTP
internal import LambdaRuntime

extension Services {
    private static let key = "TOKEN_SIGNING_KEY"
    private static let previousKey = "TOKEN_SIGNING_KEY_PREVIOUS"
    private static let secret = "AUTHENTICATOR_SECRET"

    /// Whether a secret of a tenant stands in Secrets Manager, where it may be replaced while the process runs.
    var mayReplaceTenants: Bool { [Self.key, Self.previousKey, Self.secret].contains(where: isReadFromSecretsManager) }

    /// Whom the function serves: the user pool whose functions seal tokens, and callers of the server API where it has
    /// a secret.
    /// - Parameter deadline: when secrets must have been read again; nil at the function's start.
    func tenants(rereadBy deadline: Deadline?) throws(FunctionError) -> [Tenant] {
        var tenants: [Tenant] = []
        if let key = try secret(Self.key, by: deadline) {
            guard let userPoolID = settings.text("USER_POOL_ID") else {
                throw .configuration("USER_POOL_ID", "must be the id of the user pool")
            }
            let previous = try previousSigningKey(rereadBy: deadline)
            tenants.append(.signed(userPoolID: userPoolID, key: Array(key.utf8), previousKey: previous))
        }
        if let secret = try secret(Self.secret, by: deadline) {
            guard let id = settings.text("AUTHENTICATOR_TENANT_ID"), !id.utf8.contains(UInt8(ascii: "#")) else {
                throw .configuration("AUTHENTICATOR_TENANT_ID", "must be set, because the server API has a secret")
            }
            tenants.append(.authsignal(id: id, secret: secret))
        }
        guard !tenants.isEmpty else { throw .configuration(Self.key, "or \(Self.key)_ARN must be set") }
        return tenants
    }

    /// The key before the present one: the one that a variable names, or the secret's former version. The latter is
    /// read only when a token was not genuine or the secret is read again, so that a start takes no longer.
    private func previousSigningKey(rereadBy deadline: Deadline?) throws(FunctionError) -> [UInt8]? {
        if let named = try secret(Self.previousKey, by: deadline) { return Array(named.utf8) }
        guard let deadline, let version = try previousVersion(of: Self.key, by: deadline) else { return nil }
        // A version that was never usable is not a fault of today's configuration.
        return version.utf8.count >= 32 ? Array(version.utf8) : nil
    }
}
