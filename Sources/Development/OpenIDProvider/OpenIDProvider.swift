internal import JOSE
internal import OpenSSLCrypto
private import Primitives
internal import TestKeys
internal import WebAuthn

/// An OpenID provider in the shape of Auth0's native passkeys, without a server: people sign up and in with a passkey
/// and nothing else, and apps get ID tokens for that.
///
/// It forgets everybody when it ends. Whatever is not needed to try these ways of signing in is left out: refresh
/// tokens, organizations, other connections and identifiers than one directory of email addresses.
package actor OpenIDProvider {
    nonisolated let settings: ProviderSettings
    /// Seconds since 1970.
    nonisolated let now: @Sendable () -> Int64
    var users = ProviderDirectory()
    var sessions: ChallengeStore<Session>
    private var key: SigningKey?

    /// A provider without users.
    ///
    /// - Parameter now: seconds since 1970.
    package init(_ settings: ProviderSettings, now: @escaping @Sendable () -> Int64) {
        self.settings = settings
        self.now = now
        sessions = ChallengeStore(clock: now)
    }

    /// Answers a request.
    package func answer(_ request: ProviderRequest) -> ProviderResponse {
        do throws(ProviderError) { return try route(request) } catch {
            return error.response(to: request)
        }
    }

    /// The key of its tokens, made when it is first needed: RSA, as a new Auth0 tenant has.
    func signingKey() throws(ProviderError) -> SigningKey {
        if let key { return key }
        do {
            let key = try SigningKey(PrivateKey.generate(.rsa), keyID: Base64URL.encode(try SecureRandom.bytes(16)))
            self.key = key
            return key
        } catch { throw .unexpected }
    }

    /// That many random bytes.
    func random(_ count: Int) throws(ProviderError) -> [UInt8] {
        do { return try SecureRandom.bytes(count) } catch { throw .unexpected }
    }
}
