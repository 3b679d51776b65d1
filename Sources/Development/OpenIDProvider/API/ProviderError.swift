internal import JSON
internal import LoopbackServer

/// Why the provider refuses a request.
enum ProviderError: Error, Equatable {
    /// The provider has no such method and path.
    case noSuchPath
    /// The bearer's account has no authentication method with this id.
    case noSuchAuthenticationMethod
    /// The named part of the request is missing or has the wrong form.
    case invalidRequest(String)
    /// Somebody has already signed up with this identifier.
    case userExists
    /// The app is not registered.
    case unknownClient
    /// The provider does not support the grant type.
    case unsupportedGrant
    /// The session is unknown, has expired or belongs to another app, or the passkey does not prove what it should.
    case invalidGrant
    /// These identifiers still need their code. The session can be used again.
    case wrongCode([String], session: String)
    /// The provider knows no API with this identifier.
    case unknownAudience(String)
    /// The request has no access token for its bearer's account, or the token has expired.
    case invalidToken
    /// The access token lacks this scope.
    case missingScope(String)
    /// The provider failed.
    case unexpected
}

extension ProviderError {
    /// The error as an answer, in OAuth's form or in that of Auth0's My Account API, which is problem details (RFC
    /// 9457).
    func response(to request: LoopbackRequest) -> LoopbackResponse {
        let (status, code, description) = content
        let body = JSONWriter.object { body in
            if request.segments.first == "me" {
                body.member("type", "https://auth0.com/api-errors/\(code)")
                body.member("title", code)
                body.member("status", Int64(status))
                body.member("detail", description)
            } else {
                body.member("error", code)
                body.member("error_description", description)
                if case .wrongCode(let identifiers, let session) = self {
                    body.member("verification_required", identifiers)
                    body.member("auth_session", session)
                }
            }
        }
        return LoopbackResponse(status, body: body)
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
        case .wrongCode(let identifiers, _):
            (403, "invalid_grant", "The code is missing or wrong: \(identifiers.joined(separator: ", ")).")
        case .unknownAudience(let name): (403, "access_denied", "Service not found: \(name)")
        case .invalidToken: (401, "invalid_token", "The access token is not valid for this account.")
        case .missingScope(let scope): (403, "insufficient_scope", "The access token lacks the scope \(scope).")
        case .unexpected: (500, "server_error", "Something went wrong.")
        }
    }
}
