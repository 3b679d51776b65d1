internal import Primitives

extension Authenticator {
    /// Puts an action into a state as if its user had reached it, and returns the token that the user's app would then
    /// hold. No request can do this: it only prepares tests.
    ///
    /// - Parameter lifetime: how long the token is valid after the action's last change, in seconds.
    /// - Throws: `APIError.unauthorized` if the user's tenant has no tracked actions.
    package func stage(_ action: ActionRecord, as id: ActionID, lifetime: Int64) throws(APIError) -> String {
        guard let tenant = tenants.first(where: { $0.id == id.user.tenantID && !$0.isSigned }) else {
            throw .unauthorized
        }
        let request = APIRequest(id: "staged", method: "PUT", target: "/")
        let handler = RequestHandler(request, authenticator: self) { _ in }
        _ = try handler.changeAction(id) { _ in action }
        let scope = action.state == .challengeSucceeded ? TokenScope.all : TokenScope.read.rawValue
        return try handler.token(
            tenant: tenant, user: id.user, scope: scope, action: id, username: try handler.stored(id.user)?.username,
            at: action.stateUpdatedAt, lifetime: lifetime)
    }
}
