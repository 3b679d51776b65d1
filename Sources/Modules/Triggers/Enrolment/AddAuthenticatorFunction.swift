private import AuditLog
package import FunctionServices
private import FunctionURL
private import HTTP
private import JSON
package import LambdaRuntime
private import OpenID
internal import SignInRules
internal import TokenSources

/// The function behind the function URL that a user who has just signed in calls to add another authenticator. It takes
/// the user's access token and hands out a token with which the app can enrol an authenticator for this user only.
///
/// Every answer is an HTTP response. The function URL's configuration decides which web pages may read it.
package struct AddAuthenticatorFunction {
    private let verifier: AccessTokenVerifier
    /// How long ago the sign-in may be, in seconds.
    private let maximumSignInAge: Int64
    private let tokens: any EnrolmentTokenSource
    private let services: Services
    /// Nil without an audit log.
    private let digests: SubjectDigests?

    /// The function does not use the content of a request, so a small limit is enough.
    private static let maximumBodyBytes = 1_024

    /// A function as the environment configures it.
    package init(_ services: Services, _ log: Log) throws(FunctionError) {
        self.services = services
        let settings = try AddAuthenticatorSettings(services, log)
        let pool = settings.pool
        verifier = AccessTokenVerifier(
            issuers: pool.issuers, clients: settings.clients,
            keySets: zip(pool.issuers, pool.keySetURLs).map { issuer, url in
                IssuerKeys(of: issuer, at: url, transport: services.transport, now: services.now)
            },
            now: services.now)
        (maximumSignInAge, digests) = (settings.maximumSignInAge, settings.digests)
        tokens =
            switch settings.source {
            case .authsignal(let settings): AuthsignalEnrolmentTokens(settings, services)
            case .signed(let settings):
                SignedEnrolmentTokens(settings: settings, userPoolID: pool.id, services: services)
            }
        services.prepareFirstEvent(log)
        services.markReady()
    }

    /// Answers a request.
    package func callAsFunction(_ invocation: Invocation, _ log: Log) -> Reply {
        var line = AuditLine(.enrolmentAllowed)
        do throws(AddAuthenticatorRefusal) {
            let token = try token(invocation, log) { user in
                (line.who, line.subject) = (digests?.digest(ofSubject: user.subject), user.subject)
            }
            return Reply(
                FunctionURLResponse(200) { $0.member("token", token) }.bytes, outcome: "token", audit: [line])
        } catch {
            log(error.logLevel, "refused with status \(error.status): \(error)")
            (line.kind, line.reason) = (.enrolmentRefused, error.code)
            return Reply(
                error.response(maximumSignInAge: maximumSignInAge).bytes, outcome: error.code, audit: [line])
        }
    }

    /// The token for a request.
    /// - Parameter identified: takes the user as soon as the access token is known to be genuine.
    private func token(
        _ invocation: Invocation, _ log: Log, identified: (AccessToken) -> Void
    ) throws(AddAuthenticatorRefusal) -> String {
        let deadline = services.deadline(of: invocation)
        let request: FunctionURLRequest
        do {
            request = try FunctionURLRequest(parsing: invocation.event, maximumBodyBytes: Self.maximumBodyBytes)
        } catch { throw .unusableRequest(error) }
        guard request.method == "POST" else { throw .wrongMethod }
        guard let bearer = request.bearerToken else { throw .noToken }
        defer { for remark in verifier.takeRemarks() { log(.warn, remark) } }
        let (accessToken, failure): (AccessToken, IssuerKeysError?)
        do { (accessToken, failure) = try verifier.verify(bearer, by: deadline) } catch { throw .unusableToken(error) }
        if let failure { log(.warn, "cached keys or those of the pool's other issuer are used: \(failure)") }
        identified(accessToken)
        // Only a user who is present now may add an authenticator. Otherwise a stolen token, or one refreshed for
        // weeks, would open the account for good.
        guard services.now() / 1_000 - accessToken.signedInAt <= maximumSignInAge else { throw .signedInTooLongAgo }
        return try tokens.token(for: accessToken, by: deadline)
    }
}
