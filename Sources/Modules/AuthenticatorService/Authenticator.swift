internal import OpenSSLCrypto
internal import WebAuthn

/// An authenticator service that Authsignal's SDKs and this package's functions can use in place of Authsignal:
/// one-time codes by email and passkeys.
///
/// It contains no HTTP server: a server passes requests in and sends the answers back. The service handles a request
/// without suspending until it sends a code, so two requests never change the state at the same time.
package actor Authenticator {
    let settings: AuthenticatorSettings
    let tenants: [ServedTenant]
    let storage: any AuthenticatorStorage
    let now: @Sendable () -> Int64
    private let codeSender: any OneTimeCodeSender

    /// How the tenants want certain answers to look.
    package var rules = AuthenticatorRules()

    var actions: ActionTable
    var startedActions: StartedActions
    var ceremonies: ChallengeStore<Ceremony>
    var codes: CodeTable
    var sending: RateLimiter
    var verifying: RateLimiter
    /// The code that the current request has created. It is sent once the answer is ready.
    var mail: OneTimeCodeMail?

    /// A service.
    ///
    /// - Parameter now: returns the time in seconds since 1970.
    /// - Throws: `AuthenticatorSettingsError`.
    package init(
        _ settings: AuthenticatorSettings, storage: any AuthenticatorStorage, codeSender: any OneTimeCodeSender,
        now: @escaping @Sendable () -> Int64
    ) throws(AuthenticatorSettingsError) {
        tenants = try settings.servedTenants()
        let codeKey: [UInt8]
        do { codeKey = try SecureRandom.bytes(32) } catch { throw .randomUnavailable }
        self.settings = settings
        self.storage = storage
        self.codeSender = codeSender
        self.now = now
        actions = ActionTable(capacity: settings.capacity)
        startedActions = StartedActions(capacity: settings.capacity)
        ceremonies = ChallengeStore(capacity: settings.capacity, clock: now)
        codes = CodeTable(settings.codes, capacity: settings.capacity, key: codeKey)
        sending = RateLimiter(settings.limits.sending, capacity: settings.capacity)
        verifying = RateLimiter(settings.limits.verifying, capacity: settings.capacity)
    }

    /// The answer to a request.
    package func answer(_ request: APIRequest) async -> APIResponse {
        let (response, mail) = respond(to: request)
        if let mail { await codeSender.send(mail) }
        return response
    }

    /// Sets how the tenants want certain answers to look.
    package func setRules(_ rules: AuthenticatorRules) { self.rules = rules }

    private func respond(to request: APIRequest) -> (response: APIResponse, mail: OneTimeCodeMail?) {
        mail = nil
        do throws(APIError) {
            return (try route(request), mail)
        } catch {
            return (error.response, nil)
        }
    }
}
