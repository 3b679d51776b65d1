package import Primitives

/// What a tenant of Authsignal decides by rules, and where answers of the service are known in two forms.
package struct AuthenticatorRules: Sendable {
    /// How `/validate` answers for a token of another user; both forms are in use.
    package enum UserMismatch: String, Sendable, CaseIterable {
        /// 400 `{"isValid":false,"error":"User is invalid."}`.
        case badRequest
        /// 200 `{"isValid":false}`.
        case notValid
    }

    /// The state that every action comes into when it is first tracked, such as `BLOCK`; nil for the usual one.
    package var trackedState: ActionState?
    /// How `/validate` answers for a token of another user.
    package var userMismatch: UserMismatch
    /// Whether `/validate` leaves `stateUpdatedAt` out.
    package var omitsStateUpdatedAt: Bool

    /// Rules; none unless told otherwise.
    package init(
        trackedState: ActionState? = nil, userMismatch: UserMismatch = .badRequest,
        omitsStateUpdatedAt: Bool = false
    ) {
        self.trackedState = trackedState
        self.userMismatch = userMismatch
        self.omitsStateUpdatedAt = omitsStateUpdatedAt
    }
}
