package import Primitives

/// The state of an action that the tenant tracks, and its history.
package struct TrackedAction: Equatable, Sendable {
    /// Its state.
    package var state: ActionState
    /// When it was first tracked, in seconds since 1970.
    package let createdAt: Int64
    /// When it reached its state, in seconds since 1970.
    package var stateUpdatedAt: Int64
    /// How it was proven; nil until then.
    package var verificationMethod: VerificationMethod?

    /// An action.
    package init(state: ActionState, at time: Int64, verificationMethod: VerificationMethod? = nil) {
        self.state = state
        createdAt = time
        stateUpdatedAt = time
        self.verificationMethod = verificationMethod
    }
}

/// The rules that an Authsignal tenant configures, and a choice of form for answers that Authsignal gives in two forms.
package struct AuthsignalRules: Sendable {
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
    package var userMismatch = UserMismatch.badRequest
    /// Whether `/validate` leaves `stateUpdatedAt` out.
    package var omitsStateUpdatedAt = false

    /// The rules of a tenant that has configured none.
    package init() {}
}
