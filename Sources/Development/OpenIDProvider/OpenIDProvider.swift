package import LoopbackServer
internal import OpenSSLCrypto
internal import StandIns

/// An OpenID provider that works like Auth0 with native passkeys. People sign up and sign in only with a passkey, and
/// apps receive ID tokens. Its metadata and keys are those of `IssuerStandIn`.
///
/// It keeps its users only in memory. It leaves out what trying these sign-ins does not need: organizations, rotation
/// of refresh tokens, and every other way to sign in.
package actor OpenIDProvider: StandIn {
    nonisolated let settings: ProviderSettings
    /// Returns the time in seconds since 1970.
    nonisolated let now: @Sendable () -> Int64
    /// Sends a code to somebody who signs up.
    nonisolated let deliver: @Sendable (IdentifierCode) -> Void
    var users = ProviderDirectory()
    /// The sessions by their names.
    var sessions: [String: Session] = [:]
    /// The codes that sign-ups wait for, by their sessions.
    var pendingCodes: [String: PendingCodes] = [:]
    /// What refresh tokens stand for.
    var refreshGrants: [String: TokenGrant] = [:]

    /// A provider without users.
    ///
    /// - Parameters:
    ///   - deliver: sends a code to somebody who signs up.
    ///   - now: returns the time in seconds since 1970.
    package init(
        _ settings: ProviderSettings, deliver: @escaping @Sendable (IdentifierCode) -> Void = { _ in },
        now: @escaping @Sendable () -> Int64
    ) {
        self.settings = settings
        self.deliver = deliver
        self.now = now
    }

    /// Answers a request.
    package func respond(to request: LoopbackRequest) -> LoopbackResponse {
        do throws(ProviderError) { return try route(request) } catch {
            return error.response(to: request)
        }
    }

    private static let sharedIssuer = Result { try IssuerStandIn() }

    /// The issuer whose keys sign the tokens of every provider in this process. It is made when it is first needed: an
    /// RSA key takes a while.
    func issuer() throws(ProviderError) -> IssuerStandIn {
        do { return try Self.sharedIssuer.get() } catch { throw .unexpected }
    }

    /// The given number of random bytes.
    func random(_ count: Int) throws(ProviderError) -> [UInt8] {
        do { return try SecureRandom.bytes(count) } catch { throw .unexpected }
    }
}
