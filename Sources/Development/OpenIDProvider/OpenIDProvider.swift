internal import JOSE
internal import OpenSSLCrypto
private import Primitives
internal import TestKeys
internal import WebAuthn

/// An OpenID provider that works like Auth0 with native passkeys. People sign up and sign in only with a passkey, and
/// apps receive ID tokens. It contains no HTTP server.
///
/// It keeps its users only in memory. It leaves out what trying these sign-ins does not need: organizations, rotation of
/// refresh tokens, and every other way to sign in.
package actor OpenIDProvider {
    nonisolated let settings: ProviderSettings
    /// Returns the time in seconds since 1970.
    nonisolated let now: @Sendable () -> Int64
    /// Sends a code to somebody who signs up.
    nonisolated let deliver: @Sendable (IdentifierCode) -> Void
    var users = ProviderDirectory()
    var sessions: ChallengeStore<SessionPurpose>
    /// The codes that sign-ups wait for, by their sessions.
    var pendingCodes: [String: PendingCodes] = [:]
    /// What refresh tokens stand for.
    var refreshGrants: [String: TokenGrant] = [:]
    private var key: SigningKey?

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
        sessions = ChallengeStore(clock: now)
    }

    /// Answers a request.
    package func answer(_ request: ProviderRequest) -> ProviderResponse {
        do throws(ProviderError) { return try route(request) } catch {
            return error.response(to: request)
        }
    }

    /// The key that signs its tokens, generated when it is first needed. It is an RSA key like that of a new Auth0
    /// tenant.
    func signingKey() throws(ProviderError) -> SigningKey {
        if let key { return key }
        do {
            let key = try SigningKey(PrivateKey.generate(.rsa), keyID: Base64URL.encode(try SecureRandom.bytes(16)))
            self.key = key
            return key
        } catch { throw .unexpected }
    }

    /// The given number of random bytes.
    func random(_ count: Int) throws(ProviderError) -> [UInt8] {
        do { return try SecureRandom.bytes(count) } catch { throw .unexpected }
    }
}
