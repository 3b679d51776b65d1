internal import JOSE
internal import JSON
internal import Primitives

extension RequestHandler {
    /// `POST /validate`: the state of a token's action.
    func validate(_ tenant: ServedTenant, _ body: RequestBody) throws(APIError) -> APIResponse {
        let text = try body.requiredText("token", maximumLength: 8_192)
        let userID = try body.text("userId")
        let code = try body.text("action")
        let bearer: Bearer
        do throws(JOSEError) {
            bearer = try Bearer(verifying: text, tenant: tenant, now: now)
        } catch {
            throw error == .expired ? .invalidRequest("the token has expired") : .invalidRequestToken
        }
        if let userID, !userID.utf8.elementsEqual(bearer.user.id.utf8) {
            switch rules.userMismatch {
            case .badRequest:
                return APIResponse(status: 400, json: Array(#"{"isValid":false,"error":"User is invalid."}"#.utf8))
            case .notValid: return .notValid
            }
        }
        guard let id = bearer.action, code == nil || code == id.code, let action = try action(id) else {
            return .notValid
        }
        return APIResponse(
            json: JSONWriter.object { answer in
                answer.member("isValid", action.state == .challengeSucceeded)
                answer.member("state", action.state.rawValue)
                if !rules.omitsStateUpdatedAt {
                    answer.member("stateUpdatedAt", Timestamp.rfc3339(seconds: action.stateUpdatedAt))
                }
                answer.member("userId", id.user.id)
                answer.member("action", id.code)
                answer.member("actionCode", id.code)
                answer.member("idempotencyKey", id.idempotencyKey)
                answer.member("verificationMethod", ifPresent: action.verificationMethod?.rawValue)
            })
    }
}

extension APIResponse {
    fileprivate static let notValid = APIResponse(json: Array(#"{"isValid":false}"#.utf8))
}
