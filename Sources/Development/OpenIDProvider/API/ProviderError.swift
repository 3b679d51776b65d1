internal import JSON

/// Why a provider does not carry a request out.
enum ProviderError: Error, Equatable {
    /// There is nothing of that method and path.
    case noSuchPath
    /// The bearer's account has no way to sign in of that id.
    case noSuchAuthenticationMethod
    /// The request lacks something, or something in it has a wrong form. Says what.
    case invalidRequest(String)
    /// Somebody has signed up with that identifier.
    case userExists
    /// The app is none of those known.
    case unknownClient
    /// The grant is none that this provider knows.
    case unsupportedGrant
    /// The session is unknown, over or another app's, or the passkey does not prove what it should.
    case invalidGrant
    /// The request carries no access token for its bearer's account, or one that has ended.
    case invalidToken
    /// The access token lacks that scope.
    case missingScope(String)
    /// As many sessions as can be kept are under way.
    case tooManyRequests
    /// The provider failed.
    case unexpected
}

extension ProviderError {
    /// The error as an answer: in OAuth's form, or in that of Auth0's My Account API, which is problem details
    /// (RFC 9457).
    func response(to request: ProviderRequest) -> ProviderResponse {
        let (status, code, description) = content
        let body = JSONWriter.object { body in
            if request.isAboutAccount {
                body.member("type", "https://auth0.com/api-errors/\(code)")
                body.member("title", code)
                body.member("status", Int64(status))
                body.member("detail", description)
            } else {
                body.member("error", code)
                body.member("error_description", description)
            }
        }
        return ProviderResponse(status: status, body)
    }

    private var content: (status: Int, code: String, description: String) {
        switch self {
        case .noSuchPath: (404, "not_found", "There is no such path.")
        case .noSuchAuthenticationMethod: (404, "not_found", "The account has no such authentication method.")
        case .invalidRequest(let what): (400, "invalid_request", "The request is invalid: \(what).")
        case .userExists: (400, "invalid_request", "The user already exists: log in instead.")
        case .unknownClient: (401, "invalid_client", "The app is unknown.")
        case .unsupportedGrant: (400, "unsupported_grant_type", "The grant is not supported.")
        case .invalidGrant: (403, "invalid_grant", "The session or the passkey is not valid.")
        case .invalidToken: (401, "invalid_token", "The access token is not valid for this account.")
        case .missingScope(let scope): (403, "insufficient_scope", "The access token lacks the scope \(scope).")
        case .tooManyRequests: (429, "too_many_requests", "Too many requests. Try again later.")
        case .unexpected: (500, "server_error", "Something went wrong.")
        }
    }
}
