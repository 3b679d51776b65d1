package import EmailCodes
internal import JSON

/// Why the service refuses a request.
package enum APIError: Error, Equatable, Sendable {
    /// The API has no such method and path.
    case noSuchPath
    /// The named part of the request is missing or has the wrong form.
    case invalidRequest(String)
    /// The answered challenge was not issued here, has been used, or is another caller's.
    case invalidChallenge
    /// The caller's own challenge has expired.
    case challengeExpired
    /// The body is longer than any request needs.
    case tooLarge
    /// There are no readable credentials.
    case unauthorized
    /// The app names a user pool (its tenant) that is not served here.
    case wrongTenant
    /// The bearer's token is not genuine.
    case invalidToken
    /// The bearer's token has expired.
    case expiredToken
    /// The user no longer has the passkey or the mailbox that the bearer's token proves.
    case proofRemoved
    /// The bearer's token does not allow this.
    case missingScope
    /// This bearer may not enrol the address.
    case addressNotAllowed
    /// The token in a request to the server API is not genuine.
    case invalidRequestToken
    /// The credential that an app looked up is not registered.
    case invalidCredential
    /// The credential that signed is not registered. Apps have the password manager forget it.
    case unknownCredential
    /// The credential that signed is not registered here. Another pool may have it, so devices must keep it.
    case foreignCredential
    /// The path names something that does not exist.
    case notFound
    /// The user has as many passkeys as one user may have.
    case tooManyPasskeys
    /// A limit that does not depend on the user refuses a request for a code.
    case tooManyCodes(IssuedCode.Reason)
    /// Too many answers to codes from the caller's network are waiting.
    case tooManyAnswers
    /// A needed service does not answer, or two requests changed one user at the same time.
    case unavailable
    /// The service failed.
    case unexpected
}

extension APIError {
    /// The error as an answer. Two members hold the code, because some SDKs read one and some the other.
    package var response: APIResponse {
        // The gateway in front of Authsignal answers like this.
        guard self != .noSuchPath else {
            return APIResponse(status: 404, json: Array(#"{"message":"Not Found"}"#.utf8), outcome: "no_such_path")
        }
        let (status, code, description) = content
        var response = APIResponse(
            status: status,
            json: JSONWriter.object { body in
                body.member("error", code)
                body.member("errorCode", code)
                body.member("errorDescription", description)
            }, outcome: outcome)
        response.retryAfter = retryAfter
        return response
    }

    /// When the smallest network has room for one more mail or answer by default, in seconds.
    private var retryAfter: Int? {
        switch self {
        case .tooManyCodes: 30
        case .tooManyAnswers: 1
        default: nil
        }
    }

    /// Its name in the metrics: its code, if that is precise enough.
    var outcome: String {
        switch self {
        case .invalidChallenge: APIResponse.invalidChallengeOutcome
        case .proofRemoved: "proof_removed"
        case .missingScope, .addressNotAllowed: "forbidden"
        case .tooManyCodes(let reason): reason.rawValue
        case .tooManyAnswers: "too_many_answers"
        default: content.code
        }
    }

    private var content: (status: Int, code: String, description: String) {
        switch self {
        case .noSuchPath: (404, "not_found", "There is no such path.")
        case .invalidRequest(let what): (400, "invalid_request", "The request is invalid: \(what).")
        case .invalidChallenge: Self.invalidRequest("challengeId").content
        case .challengeExpired: (400, "challenge_expired", "The challenge has expired. Ask for a new one.")
        case .tooLarge: (413, "invalid_request", "The request is too large.")
        case .unauthorized:
            (
                401, "unauthorized",
                "The request is unauthorized. Check that your API key and region base URL are correctly configured."
            )
        case .wrongTenant: (401, "wrong_tenant", "The tenant ID is wrong. Check the settings of the app.")
        case .invalidToken: (401, "unauthorized", "The token is invalid.")
        case .expiredToken: (401, "expired_token", "The token has expired.")
        case .proofRemoved: (401, "unauthorized", "What the token proves has been removed.")
        case .missingScope: (403, "unauthorized", "The token does not allow this.")
        case .addressNotAllowed: (403, "unauthorized", "The address cannot be enrolled with this token.")
        case .invalidRequestToken: (422, "invalid_request_token", "The token is invalid.")
        case .invalidCredential: (404, "invalid_credential", "The credential is not registered.")
        case .unknownCredential: (400, "unknown_credential", "The credential is not registered.")
        case .foreignCredential: (400, "no_credential", "The credential is not registered here.")
        case .notFound: (404, "not_found", "The requested object does not exist.")
        case .tooManyPasskeys: (400, "invalid_request", "The user has as many passkeys as one user may have.")
        case .tooManyCodes: (429, "too_many_requests", "Too many codes have been asked for. Try again later.")
        case .tooManyAnswers: (429, "too_many_requests", "Too many codes are being tried. Try again later.")
        case .unavailable: (503, "service_unavailable", "The service is unavailable. Try again later.")
        case .unexpected: (500, "unexpected_error", "Something went wrong.")
        }
    }
}
