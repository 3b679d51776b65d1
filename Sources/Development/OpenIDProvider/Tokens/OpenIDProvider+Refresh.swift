internal import JSON
internal import LoopbackServer
private import Primitives

extension OpenIDProvider {
    /// The grant type for refresh tokens (RFC 6749 section 6).
    static let refreshGrant = "refresh_token"

    /// A refresh token for a grant.
    func refreshToken(for grant: TokenGrant) throws(ProviderError) -> String {
        let token = Base64URL.encode(try random(32))
        refreshGrants[token] = grant
        return token
    }

    /// Issues new tokens for a refresh token, which stays valid. An app may ask for fewer scopes than were granted.
    func refresh(_ body: ProviderRequestBody, clientID: String) throws(ProviderError) -> LoopbackResponse {
        guard var grant = refreshGrants[try body.requiredText("refresh_token")], grant.clientID == clientID,
            let user = users[grant.subject]
        else { throw .invalidGrant }
        if let scopes = try body.text("scope")?.split(separator: " ") {
            grant.scopes = grant.scopes.filter { scopes.contains(Substring($0)) }
        }
        return try tokens(of: user, grant, withRefreshToken: false)
    }

    /// `POST /oauth/revoke`: ends a refresh token (RFC 7009). An unknown token is no error.
    func revoke(_ body: ProviderRequestBody) throws(ProviderError) -> LoopbackResponse {
        let clientID = try client(body)
        let token = try body.requiredText("token")
        if refreshGrants[token]?.clientID == clientID { refreshGrants[token] = nil }
        return LoopbackResponse()
    }
}
