/// An action that an app has started before its user is known.
struct StartedAction: Sendable {
    let tenantID: String
    let code: String
    let idempotencyKey: String
    /// When it expires, in seconds since 1970.
    let expiration: Int64
    /// Who proved it, and how; nil until then.
    var proof: (userID: String, verificationMethod: String)?
}

/// The actions that apps have started. The key is the challenge id that the app received.
struct StartedActions {
    private let capacity: Int
    private var actions: [String: StartedAction] = [:]

    init(capacity: Int) { self.capacity = capacity }

    /// The action with a challenge id; nil if it is unknown, has expired or belongs to another tenant.
    func action(_ challengeID: String, tenantID: String, at now: Int64) -> StartedAction? {
        guard let action = actions[challengeID], action.tenantID == tenantID, now < action.expiration else {
            return nil
        }
        return action
    }

    mutating func insert(_ action: StartedAction, as challengeID: String, at now: Int64) throws(APIError) {
        if actions.count >= capacity {
            actions = actions.filter { $0.value.expiration > now }
            guard actions.count < capacity else { throw .tooManyRequests }
        }
        actions[challengeID] = action
    }

    mutating func prove(_ challengeID: String, userID: String, verificationMethod: String) {
        actions[challengeID]?.proof = (userID: userID, verificationMethod: verificationMethod)
    }
}
