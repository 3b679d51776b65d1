package import Primitives

/// The rules that an Authsignal tenant configures, and a choice of form for answers that Authsignal gives in two forms.
package struct AuthenticatorRules: Sendable {
    /// How `/validate` answers if the token belongs to another user. Both forms are in use.
    package enum UserMismatch: String, Sendable, CaseIterable {
        /// 400 `{"isValid":false,"error":"User is invalid."}`.
        case badRequest
        /// 200 `{"isValid":false}`.
        case notValid
    }

    /// The state that every action gets when it is first tracked, such as `BLOCK`; nil for the usual state.
    package var trackedState: ActionState?
    /// How `/validate` answers if the token belongs to another user.
    package var userMismatch: UserMismatch
    /// Whether `/validate` leaves `stateUpdatedAt` out.
    package var omitsStateUpdatedAt: Bool

    /// Creates rules. The defaults change nothing.
    package init(
        trackedState: ActionState? = nil, userMismatch: UserMismatch = .badRequest,
        omitsStateUpdatedAt: Bool = false
    ) {
        self.trackedState = trackedState
        self.userMismatch = userMismatch
        self.omitsStateUpdatedAt = omitsStateUpdatedAt
    }
}
