internal import JOSE
internal import JSON
internal import OpenSSLCrypto
internal import Primitives

extension RequestHandler {
    /// Verifies a token with each tenant's keys and returns its bearer.
    func bearer(_ token: String) throws(APIError) -> Bearer {
        var isExpired = false
        for tenant in tenants {
            do throws(JOSEError) {
                var bearer = try Bearer(verifying: token, tenant: tenant, now: now)
                bearer.tokenDigest = Base64URL.encode(SHA256.digest(of: Array(token.utf8)))
                return bearer
            } catch {
                isExpired = isExpired || error == .expired
            }
        }
        throw isExpired ? .expiredToken : .invalidToken
    }

    /// Signs a token of an Authsignal tenant.
    func token(
        tenant: ServedTenant, user: UserID, scope: String, action: ActionID?, username: String?, at time: Int64? = nil,
        lifetime: Int64? = nil
    ) throws(APIError) -> String {
        let time = time ?? now
        let payload = JSONWriter.object { claims in
            claims.member("iat", time)
            claims.member("exp", time + (lifetime ?? settings.tokenLifetime))
            claims.member("sub", user.id)
            claims.member("iss", tenant.issuer)
            claims.member("aud", tenant.issuer)
            claims.member("scope", scope)
            claims.member("other") { other in
                other.member("tenantId", tenant.id)
                other.member("publishableKey", "stand-in")
                other.member("userId", user.id)
                other.member("actionCode", ifPresent: action?.code)
                other.member("idempotencyKey", ifPresent: action?.idempotencyKey)
                other.member("username", ifPresent: username)
            }
        }
        do { return try CompactJWS.sign(payload, type: "JWT", key: tenant.key) } catch { throw .unexpected }
    }

    /// A new identifier.
    func newID() throws(APIError) -> String {
        do { return UUIDText.version4(try SecureRandom.bytes(16)) } catch { throw .unexpected }
    }
}
