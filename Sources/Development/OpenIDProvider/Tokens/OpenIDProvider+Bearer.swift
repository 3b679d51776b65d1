internal import JOSE
internal import JSON
internal import LoopbackServer
internal import StandIns

extension OpenIDProvider {
    /// The user whose access token a request carries. The token must be for the bearer's own account and have the
    /// scope.
    func bearer(of request: LoopbackRequest, with scope: AccountScope) throws(ProviderError) -> ProviderUser {
        let parts = (request.header("Authorization") ?? "").split(separator: " ")
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { throw .invalidToken }
        let keys = try issuer().verificationKeys
        let claims: Claims
        do {
            let token = try CompactJWS.verify(String(parts[1]), keys: keys, expectedType: "at+jwt")
            claims = try Claims(token)
            try claims.validate(issuer: settings.issuer, audience: settings.accountAudience, now: now(), skew: 0)
        } catch { throw .invalidToken }
        guard let user = claims.subject.flatMap({ users[$0] }) else { throw .invalidToken }
        let scopes = claims["scope"]?.string?.split(separator: " ") ?? []
        guard scopes.contains(Substring(scope.rawValue)) else { throw .missingScope(scope.rawValue) }
        return user
    }
}
