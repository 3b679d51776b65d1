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
    }

    /// Whether the functions of a user pool sign the tokens.
    var isSigned: Bool {
        if case .signed = tenant { true } else { false }
    }

    /// The issuer and the audience of an Authsignal tenant's tokens.
    var issuer: String { "https://challenge.authsignal.com/\(id)" }

    /// Whether a digest is that of an address under any of the keys.
    func isDigest(_ digest: String, of address: String) -> Bool {
        secrets.contains { constantTimeEqual(Array(EmailDigest.of(address, key: $0).utf8), Array(digest.utf8)) }
    }

    /// Whether a subject is a phantom, which belongs to no user.
    func isPhantom(_ subject: String) -> Bool {
        isSigned && secrets.contains { PhantomSubject.isPhantom(subject, key: $0) }
    }

    /// The id of a user's mailbox. It is derived from the user and the address, so repeated requests get the same id
    /// whether or not the user exists.
    func authenticatorID(userID: String, address: String) -> String {
        let text = Array("authenticator".utf8) + Array(userID.utf8) + [0] + EmailAddress.folded(address)
        return UUIDText.version4(Array(HMACSHA256.authenticationCode(for: text, key: secrets[0]).prefix(16)))
    }
}
