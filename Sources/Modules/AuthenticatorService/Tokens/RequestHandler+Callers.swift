internal import OpenSSLCrypto
private import Primitives

/// The caller of an operation that accepts either a token or a tenant's id.
enum Caller {
    case bearer(Bearer)
    case tenant(ServedTenant)

    var tenant: ServedTenant {
        switch self {
        case .bearer(let bearer): bearer.tenant
        case .tenant(let tenant): tenant
        }
    }

    var bearer: Bearer? {
        if case .bearer(let bearer) = self { bearer } else { nil }
    }
}

extension RequestHandler {
    /// The bearer of a request's token, which is required. An app that names another tenant than the token is refused:
    /// its passkeys would belong to a tenant in which it later looks for none of them.
    func bearer(_ credentials: Credentials) throws(APIError) -> Bearer {
        guard case .bearer(let token) = credentials else { throw .invalidToken }
        let bearer = try bearer(token)
        guard namedTenantID?.hasSameBytes(as: bearer.tenant.id) ?? true else { throw .wrongTenant }
        return bearer
    }

    /// The tenant that an app names. One that is not served has an error of its own: to apps, an empty tenant would look
    /// as if every passkey had been removed, and they would delete them from the device.
    func tenant(_ credentials: Credentials) throws(APIError) -> ServedTenant {
        guard let id = credentials.tenantID else { throw .unauthorized }
        guard let tenant = tenants.first(where: { $0.id.hasSameBytes(as: id) }) else { throw .wrongTenant }
        return tenant
    }

    /// The bearer of a token, or the tenant that an app names.
    func caller(_ credentials: Credentials) throws(APIError) -> Caller {
        if case .bearer = credentials { return .bearer(try bearer(credentials)) }
        return .tenant(try tenant(credentials))
    }

    /// The tenant whose secret a server sends. The server API has no place for a user pool: the key of its tokens is no
    /// secret for calls.
    func serverTenant(_ credentials: Credentials) throws(APIError) -> ServedTenant {
        guard let secret = credentials.secret,
            let tenant = tenants.first(where: { !$0.isSigned && constantTimeEqual($0.secrets[0], secret) })
        else { throw .unauthorized }
        return tenant
    }
}
