internal import Primitives

extension Authenticator {
    /// Puts an action into a state, as if its user had got there, and gives the token that the user's app would then
    /// hold. No request leads here: it sets the stage for tests.
    ///
    /// - Parameter lifetime: how long the token lives from the action's last change on, in seconds.
    /// - Throws: `APIError.unauthorized` where the user's tenant has no tracked actions.
    package func stage(_ action: ActionRecord, as id: ActionID, lifetime: Int64) throws(APIError) -> String {
        guard let tenant = tenants.first(where: { $0.id == id.user.tenantID && !$0.isSigned }) else {
            throw .unauthorized
        }
        actions[id] = action
        let scope = action.state == .challengeSucceeded ? TokenScope.all : TokenScope.read.rawValue
        return try token(
            tenant: tenant, user: id.user, scope: scope, action: id, username: try stored(id.user)?.username,
            at: action.stateUpdatedAt, lifetime: lifetime)
    }
}
