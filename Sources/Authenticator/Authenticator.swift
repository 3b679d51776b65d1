/// An authenticator service that Authsignal's SDKs and this package's functions can use in place of Authsignal: one-time
/// codes by email and passkeys.
///
/// No server is part of it: whatever carries requests asks for answers.
package actor Authenticator {
    private let settings: AuthenticatorSettings
    private let storage: any AuthenticatorStorage
    private let codeSender: any CodeSender
    private let now: @Sendable () -> Int64

    /// A service.
    ///
    /// - Parameter now: gives seconds since 1970.
    /// - Throws: `AuthenticatorSettingsError`.
    package init(
        _ settings: AuthenticatorSettings, storage: any AuthenticatorStorage, codeSender: any CodeSender,
        now: @escaping @Sendable () -> Int64
    ) throws(AuthenticatorSettingsError) {
        guard !settings.tenants.isEmpty else { throw .tenants }
        self.settings = settings
        self.storage = storage
        self.codeSender = codeSender
        self.now = now
    }

    /// The answer to a request.
    package func answer(_ request: APIRequest) async -> APIResponse {
        APIResponse(status: 404, json: Array(#"{"message":"Not Found"}"#.utf8))
    }
}
