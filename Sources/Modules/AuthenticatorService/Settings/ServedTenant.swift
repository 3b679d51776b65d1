internal import JOSE
internal import OpenSSLCrypto
internal import Primitives
internal import SignInTokens

/// A tenant with its signing and verification keys.
struct ServedTenant: Sendable {
    let tenant: Tenant
    let id: String
    /// The key that signs tokens.
    let key: SigningKey
    /// The keys that verify tokens.
    let verificationKeys: [VerificationKey]
    /// The bytes of the keys, the current one first.
    let secrets: [[UInt8]]
    /// Seals what travels through the tenant's apps.
    let sealer: Sealer
    /// The keys of the tokens of a user pool; nil for an Authsignal tenant.
    let signInKeys: SignInKeys?

    init(_ tenant: Tenant) throws(AuthenticatorSettingsError) {
        self.tenant = tenant
        id = tenant.id
        switch tenant {
        case .authsignal(_, let secret): secrets = [Array(secret.utf8)]
        case .signed(_, let key, let previousKey): secrets = [key] + (previousKey.map { [$0] } ?? [])
        }
        sealer = Sealer(secrets: secrets)
        do {
            key = try SigningKey(hs256Secret: secrets[0])
            var keys: [VerificationKey] = []
            for secret in secrets { keys.append(try VerificationKey(hs256Secret: secret)) }
            verificationKeys = keys
        } catch {
            throw .secretTooShort(tenantID: tenant.id)
        }
        guard case .signed(_, let current, let previous) = tenant else {
            signInKeys = nil
            return
        }
        do { signInKeys = try SignInKeys(current: current, previous: previous) } catch {
            throw .secretTooShort(tenantID: tenant.id)
        }
    }

    /// Whether the tenant is a user pool, whose functions make the tokens.
    var isSigned: Bool { signInKeys != nil }

    /// The issuer and the audience of an Authsignal tenant's tokens.
    var issuer: String { "https://challenge.authsignal.com/\(id)" }

    /// The id of a user's mailbox. It is derived from the user and the address, so repeated requests get the same id
    /// whether or not the user exists.
    func authenticatorID(userID: String, address: String) -> String {
        let text = Array("authenticator".utf8) + Array(userID.utf8) + [0] + EmailAddress.folded(address)
        return UUIDText.version4(Array(HMACSHA256.authenticationCode(for: text, key: secrets[0]).prefix(16)))
    }

    /// An id for a round that stands in for a real one, which nobody may learn before they have proven something. It
    /// differs from round to round.
    func pseudonym(_ label: String, for action: ActionID) -> String {
        derivedID("pseudonym \(label) \(action.idempotencyKey)")
    }

    /// The key of an action that a request tracks without naming one. It differs from request to request, and a request
    /// that is repeated gets the same.
    func actionKey(for attempt: Attempt) -> String { derivedID("action \(attempt.id)") }

    private func derivedID(_ text: String) -> String {
        UUIDText.version4(Array(HMACSHA256.authenticationCode(for: Array(text.utf8), key: secrets[0]).prefix(16)))
    }
}
